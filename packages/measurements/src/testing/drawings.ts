import type { Drawing, DrawingStep, DrawingTool, Point } from '@talus/contract'
import type { MeasuredValue, MeasuringContext, Spacing } from '../tool-types.ts'
import { getTool } from '../tools.ts'

export type Pair = readonly [x: number, y: number]

export const toPoint = ([x, y]: Pair): Point => ({ x, y })

export const mm = (row: number, column: number = row): Spacing => ({ row, column, unit: 'mm' })
export const unknownSpacing: Spacing = { row: 1, column: 1, unit: 'px' }

export const createContext = (spacing: Spacing, columns = 3000, rows = 3000): MeasuringContext => ({
  spacing,
  columns,
  rows,
})

export const line = (from: Pair, to: Pair): DrawingStep['handles'] => ({
  start: toPoint(from),
  end: toPoint(to),
})

/** A circle whose rim handle is `radius` pixels to the right of the centre. */
export const circle = ([x, y]: Pair, radius: number): DrawingStep['handles'] =>
  line([x, y], [x + radius, y])

export const crossed = (from: Pair, to: Pair, acrossFrom: Pair, acrossTo: Pair) => ({
  ...line(from, to),
  perpendicularStart: toPoint(acrossFrom),
  perpendicularEnd: toPoint(acrossTo),
})

export const createDrawing = (
  tool: DrawingTool,
  ...steps: readonly DrawingStep['handles'][]
): Drawing => ({
  id: '0190a1b2-0000-7000-8000-000000000001',
  tool,
  steps: steps.map((handles, index) => ({ step: index + 1, handles })),
})

export const measure = (drawing: Drawing, context: MeasuringContext): readonly MeasuredValue[] =>
  getTool(drawing.tool).measure(drawing, context)

/** The value as it is displayed, without the unit. */
export function formatValue(drawing: Drawing, spacing: Spacing, name: string): string | undefined {
  const found = measure(drawing, createContext(spacing)).find((one) => one.name === name)
  return found?.value.toFixed(found.decimals)
}

export const getValue = (drawing: Drawing, spacing: Spacing, name: string): number | undefined =>
  measure(drawing, createContext(spacing)).find((one) => one.name === name)?.value

/** Applies `change` to every point of a drawing. */
export const mapPoints = (drawing: Drawing, change: (point: Point) => Point): Drawing => ({
  ...drawing,
  steps: drawing.steps.map((one) => ({
    ...one,
    handles: Object.fromEntries(
      Object.entries(one.handles).map(([name, point]) => [name, change(point)]),
    ),
  })),
})
