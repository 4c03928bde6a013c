import type { Stack } from '@talus/contract'
import { hasCommonStep } from './common-step.ts'
import type { Rescale } from './common-step.ts'

/** A cell without a measurement: padding of the file, or a place where no slice is. */
export const emptyCell = -32_768
/** A pixel of a plane inside a gap where slices are missing. It is shown hatched. */
export const gapCell = -32_767
/** The lowest cell of a volume that is a measurement. */
export const lowestCell = -32_767

/**
 * From the values of packed slices to the cells of a volume, and from cells to modality values.
 * `value = slope · cell + intercept`, for cells and for the pixels of planes.
 */
export interface CellTransform {
  readonly slope: number
  readonly intercept: number
  /** For each slice: cell = packed + offset. Exact, because offsets are whole numbers. */
  readonly offsets: Int32Array
  /**
   * For each slice: cells of planes = own cell · scale + shift. All are 1 and 0 unless the slices
   * have different slopes.
   */
  readonly scales: Float32Array
  readonly shifts: Float32Array
  /** Slices have different slopes: values of planes are rounded to a common step and marked "≈". */
  readonly isApproximate: boolean
  /** The lowest and highest packed value that is padding. */
  readonly padding: readonly [number, number] | null
  readonly unit: string | null
}

const getSlices = (stack: Stack, phase: number) => stack.phases[phase]?.slices ?? []

/** Stored values of 16 bits without sign are moved into the range of signed ones. */
export const getPackedOffset = (isSigned: boolean, bitsStored: number): 0 | 32_768 =>
  !isSigned && bitsStored > 15 ? 32_768 : 0

export function getCellTransform(stack: Stack, phase = 0): CellTransform {
  const slices = getSlices(stack, phase)
  const first = slices[0] ?? { slope: 1, intercept: 0 }
  // The lowest cell is reserved, so values that start at −32 768 move up by one.
  const base = stack.storedOffset > 0 ? 1 : 0
  const { slope, intercept } = first
  const steps = slices.map((slice) => (slice.intercept - intercept) / slope)
  const isExact = hasCommonStep(slices)
  const offsets = Int32Array.from(steps, (step) => base + (isExact ? Math.round(step) : 0))
  const cellIntercept = (own: Rescale) => own.intercept + own.slope * (stack.storedOffset - base)
  const padding: CellTransform['padding'] = stack.padding && [
    stack.padding[0] - stack.storedOffset,
    stack.padding[1] - stack.storedOffset,
  ]
  const common = { offsets, padding, unit: stack.unit, isApproximate: !isExact }
  if (isExact)
    return {
      ...common,
      slope,
      intercept: cellIntercept(first),
      scales: new Float32Array(slices.length).fill(1),
      shifts: new Float32Array(slices.length),
    }
  const ends = slices.flatMap((own) =>
    [-32_767, 32_767].map((cell) => own.slope * cell + cellIntercept(own)),
  )
  const [lowest, highest] = [Math.min(...ends), Math.max(...ends)]
  const step = (highest - lowest) / 65_530
  const middle = (lowest + highest) / 2
  return {
    ...common,
    slope: step,
    intercept: middle,
    scales: Float32Array.from(slices, (own) => own.slope / step),
    shifts: Float32Array.from(slices, (own) => (cellIntercept(own) - middle) / step),
  }
}

/** The exact modality transformation of the cells of one slice, for the stack, probe and regions. */
export function getSliceValues(stack: Stack, phase: number, index: number): Rescale {
  const transform = getCellTransform(stack, phase)
  const own = getSlices(stack, phase)[index]
  if (!own || !transform.isApproximate)
    return { slope: transform.slope, intercept: transform.intercept }
  const base = stack.storedOffset > 0 ? 1 : 0
  return { slope: own.slope, intercept: own.intercept + own.slope * (stack.storedOffset - base) }
}

/** Turns the values of an unpacked slice into cells, in place: the same as the kernel does. */
export function convertValues(transform: CellTransform, index: number, values: Int16Array): void {
  const offset = transform.offsets[index] ?? 0
  const [lowest, highest] = transform.padding ?? [1, 0]
  for (const [at, value] of values.entries())
    values[at] =
      value >= lowest && value <= highest
        ? emptyCell
        : Math.max(lowestCell, Math.min(32_767, value + offset))
}
