import type { Drawing, DrawingTool } from '@talus/contract'
import { defineTool, defineStep, findStep } from '../define-tool.ts'
import { computeRegionStatistics } from '../region-statistics.ts'
import type { MeasuredValue, MeasuredValueName, MeasuringContext } from '../tool-types.ts'
import { readLine } from './lines.ts'

type RegionTool = Extract<DrawingTool, 'rectangle' | 'ellipse'>

function measureRegion(
  shape: RegionTool,
  drawing: Drawing,
  context: MeasuringContext,
): readonly MeasuredValue[] {
  const corners = readLine(findStep(drawing, 1))
  if (!corners) return []
  const { from, to } = corners
  const { spacing } = context
  const box = Math.abs(to.x - from.x) * spacing.column * Math.abs(to.y - from.y) * spacing.row
  const area: MeasuredValue = {
    name: 'area',
    value: shape === 'ellipse' ? (Math.PI / 4) * box : box,
    unit: spacing.unit === 'mm' ? 'mm2' : 'px2',
    decimals: 1,
  }
  const statistics = computeRegionStatistics({ shape, from, to }, context)
  if (!statistics) return [area]
  const value = (name: MeasuredValueName, value: number, decimals: number): MeasuredValue => ({
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
    steps: [defineStep('region', shape)],
    measure: (drawing, context) => measureRegion(shape, drawing, context),
  })

export const rectangleTool = regionTool('rectangle')
export const ellipseTool = regionTool('ellipse')
