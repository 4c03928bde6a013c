import type { Drawing, DrawingTool } from '@talus/contract'
import { defineTool, defineStep, findStep } from '../define-tool.ts'
import { computeEnclosedArea } from '../enclosed-area.ts'
import { pathLength, toPlane } from '../geometry.ts'
import { toLengthValue } from '../measured-value.ts'
import { computeRegionStatistics } from '../region-statistics.ts'
import type { Region } from '../region-statistics.ts'
import { closePath } from '../shapes.ts'
import type { MeasuredValue, MeasuredValueName, MeasuringContext, Spacing } from '../tool-types.ts'
import { readLine } from './lines.ts'

type RegionTool = Extract<DrawingTool, 'rectangle' | 'ellipse'>

const toAreaValue = (value: number, { unit }: Spacing): MeasuredValue => ({
  name: 'area',
  value,
  unit: unit === 'mm' ? 'mm2' : 'px2',
  decimals: 1,
})

function measureValues(region: Region, context: MeasuringContext): readonly MeasuredValue[] {
  const statistics = computeRegionStatistics(region, context)
  if (!statistics) return []
  const value = (name: MeasuredValueName, value: number, decimals: number): MeasuredValue => ({
    name,
    value,
    unit: context.valueUnit ?? 'value',
    decimals,
  })
  return [
    value('mean', statistics.mean, 1),
    value('deviation', statistics.deviation, 1),
    value('min', statistics.min, 0),
    value('max', statistics.max, 0),
  ]
}

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
  const area = toAreaValue(shape === 'ellipse' ? (Math.PI / 4) * box : box, spacing)
  return [area, ...measureValues({ shape, from, to }, context)]
}

const regionTool = (shape: RegionTool) =>
  defineTool({
    id: shape,
    steps: [defineStep('region', shape)],
    measure: (drawing, context) => measureRegion(shape, drawing, context),
  })

export const rectangleTool = regionTool('rectangle')
export const ellipseTool = regionTool('ellipse')

export const freehandAreaTool = defineTool({
  id: 'freehandArea',
  steps: [defineStep('outline', 'outline')],
  measure: (drawing, context) => {
    const points = findStep(drawing, 1)?.points
    if (!points || points.length < 3) return []
    const { spacing } = context
    const area = computeEnclosedArea(points.map((point) => toPlane(point, spacing)))
    return [
      toAreaValue(area, spacing),
      toLengthValue('perimeter', pathLength(closePath(points), spacing), spacing),
      ...measureValues({ shape: 'outline', points }, context),
    ]
  },
})
