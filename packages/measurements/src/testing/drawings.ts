import type { Drawing, DrawingStep, DrawingTool, Point } from '@talus/contract'
import type { Measured, MeasuringContext, Spacing } from '../tool.ts'
import { toolOf } from '../tools.ts'

export type Pair = readonly [x: number, y: number]

export const at = ([x, y]: Pair): Point => ({ x, y })

export const mm = (row: number, column: number = row): Spacing => ({ row, column, unit: 'mm' })
export const unknown: Spacing = { row: 1, column: 1, unit: 'px' }

export const contextOf = (spacing: Spacing, columns = 3000, rows = 3000): MeasuringContext => ({
  spacing,
  columns,
  rows,
})

export const line = (from: Pair, to: Pair): DrawingStep['handles'] => ({
  start: at(from),
  end: at(to),
})

/** Its rim straight to the right of the centre, `radius` pixels away. */
export const circle = ([x, y]: Pair, radius: number): DrawingStep['handles'] =>
  line([x, y], [x + radius, y])

export const crossed = (from: Pair, to: Pair, acrossFrom: Pair, acrossTo: Pair) => ({
  ...line(from, to),
  perpendicularStart: at(acrossFrom),
  perpendicularEnd: at(acrossTo),
})

export const drawingOf = (
  tool: DrawingTool,
  ...steps: readonly DrawingStep['handles'][]
): Drawing => ({
  id: '0190a1b2-0000-7000-8000-000000000001',
  tool,
  steps: steps.map((handles, index) => ({ step: index + 1, handles })),
})

export const measured = (drawing: Drawing, context: MeasuringContext): readonly Measured[] =>
  toolOf(drawing.tool).measure(drawing, context)

/** As it is shown, without the unit. */
export function shown(drawing: Drawing, spacing: Spacing, name: string): string | undefined {
  const found = measured(drawing, contextOf(spacing)).find((one) => one.name === name)
  return found?.value.toFixed(found.decimals)
}

export const valueOf = (drawing: Drawing, spacing: Spacing, name: string): number | undefined =>
  measured(drawing, contextOf(spacing)).find((one) => one.name === name)?.value

/** Every point of a drawing sent through `change`. */
export const changedBy = (drawing: Drawing, change: (point: Point) => Point): Drawing => ({
  ...drawing,
  steps: drawing.steps.map((one) => ({
    ...one,
    handles: Object.fromEntries(
      Object.entries(one.handles).map(([name, point]) => [name, change(point)]),
    ),
  })),
})
