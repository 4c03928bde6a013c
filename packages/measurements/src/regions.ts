import type { Drawing, Point, SpacingFacts } from '@talus/contract'
import { getMeasuredPoints } from './rules.ts'
import type { MeasuringContext } from './tool-types.ts'

export type Region = NonNullable<SpacingFacts['regions']>[number]

/** Why a drawing on an image with calibrated regions is measured in pixels. */
export type RegionFault = 'acrossRegions' | 'outsideRegions'

const contains = ({ left, top, right, bottom }: Region, { x, y }: Point) =>
  x >= left && x <= right && y >= top && y <= bottom

/** Overlapping regions, such as colour flow on an image of tissue, may round their sizes. */
const isSame = (one: number, other: number) => Math.abs(one - other) <= 1e-3 * other

/** The spacing in millimetres that holds for all points, or the reason why there is none. */
export function findRegionSpacing(
  regions: readonly Region[],
  points: readonly Point[],
): readonly [row: number, column: number] | RegionFault {
  const around = regions.filter((region) => points.every((point) => contains(region, point)))
  const [first] = around
  if (!first) {
    const entered = regions.filter((region) => points.some((point) => contains(region, point)))
    const isAnyCalibrated = entered.some(({ spacing }) => spacing)
    return isAnyCalibrated && entered.length > 1 ? 'acrossRegions' : 'outsideRegions'
  }
  const { spacing } = first
  // One of them may be a trace over time, whose pixels are no lengths.
  const isClear = around.every(
    (region) =>
      region.spacing &&
      spacing &&
      isSame(region.spacing[0], spacing[0]) &&
      isSame(region.spacing[1], spacing[1]),
  )
  return isClear && spacing ? spacing : 'outsideRegions'
}

const getPoints = (drawing: Drawing | undefined) => drawing?.steps.flatMap(getMeasuredPoints) ?? []

/** The context in which a drawing is measured: that of the region in which it lies. */
export function withRegion<Context extends MeasuringContext>(
  context: Context,
  drawing: Drawing | undefined,
  more: readonly Point[] = [],
): Context {
  if (!context.regions) return context
  const points = [...getPoints(drawing), ...more]
  if (points.length === 0) return context
  const found = findRegionSpacing(context.regions, points)
  if (typeof found === 'string') return context
  const [row, column] = found
  return { ...context, spacing: { row, column, unit: 'mm' } }
}

/** Why the lengths of a drawing are in pixels; undefined if they are not, or for another reason. */
export function findRegionFault(
  { regions }: MeasuringContext,
  drawing: Drawing,
): RegionFault | undefined {
  const points = getPoints(drawing)
  const found = regions && points.length > 0 ? findRegionSpacing(regions, points) : undefined
  return typeof found === 'string' ? found : undefined
}
