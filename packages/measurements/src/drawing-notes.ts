import type { Drawing } from '@talus/contract'
import { findRegionFault } from './regions.ts'
import type { RegionFault } from './regions.ts'
import type { MeasuredValue, MeasuringContext } from './tool-types.ts'
import { contactGapMax } from './tools/tta.ts'

/** A warning that is shown at the drawing itself. */
export type DrawingNote = RegionFault | 'contactGap' | 'noAdvancement'

const lengthUnits: readonly MeasuredValue['unit'][] = ['px', 'px2']

/** Warnings about a measurement, with which its values must not be read without care. */
export function listDrawingNotes(
  drawing: Drawing,
  measured: readonly MeasuredValue[],
  context: MeasuringContext,
): readonly DrawingNote[] {
  const find = (name: MeasuredValue['name']) => measured.find((one) => one.name === name)
  const gap = find('contactGap')
  const fault = findRegionFault(context, drawing)
  return [
    ...(fault && measured.some(({ unit }) => lengthUnits.includes(unit)) ? [fault] : []),
    ...(gap?.unit === 'mm' && Math.abs(gap.value) > contactGapMax ? ['contactGap' as const] : []),
    ...((find('advancement')?.value ?? 0) < 0 ? ['noAdvancement' as const] : []),
  ]
}
