import type { Drawing, DrawingTool } from '@talus/contract'
import { defineTool, step, stepOf } from '../define-tool.ts'
import { statisticsOf } from '../region-statistics.ts'
import type { Measured, MeasuredName, MeasuringContext } from '../tool.ts'
import { lineOf } from './lines.ts'

type RegionTool = Extract<DrawingTool, 'rectangle' | 'ellipse'>

function measureRegion(
  shape: RegionTool,
  drawing: Drawing,
  context: MeasuringContext,
): readonly Measured[] {
  const corners = lineOf(stepOf(drawing, 1))
  if (!corners) return []
  const { from, to } = corners
  const { spacing } = context
  const box = Math.abs(to.x - from.x) * spacing.column * Math.abs(to.y - from.y) * spacing.row
  const area: Measured = {
    name: 'area',
    value: shape === 'ellipse' ? (Math.PI / 4) * box : box,
    unit: spacing.unit === 'mm' ? 'mm2' : 'px2',
    decimals: 1,
  }
  const statistics = statisticsOf({ shape, from, to }, context)
  if (!statistics) return [area]
  const value = (name: MeasuredName, value: number, decimals: number): Measured => ({
    name,
    value,
    unit: 'value',
    decimals,
  })
  return [
    area,
    value('mean', statistics.mean, 1),
    value('deviation', statistics.deviation, 1),
    value('min', statistics.min, 0),
    value('max', statistics.max, 0),
  ]
}

const regionTool = (shape: RegionTool) =>
  defineTool({
    id: shape,
    steps: [step('region', shape)],
    measure: (drawing, context) => measureRegion(shape, drawing, context),
  })

export const rectangleTool = regionTool('rectangle')
export const ellipseTool = regionTool('ellipse')
