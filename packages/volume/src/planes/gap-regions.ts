import type { Point } from '@talus/contract'
import { listEmptyRanges } from '../geometry/empty-ranges.ts'
import { toCell } from '../geometry/geometry.ts'
import type { VolumeGeometry } from '../geometry/geometry.ts'
import { toPlaneMillimetres } from './picture.ts'
import type { PlanePicture } from './picture.ts'

/** The corners of a part of a picture, in its pixels. */
export type Polygon = readonly Point[]

/** The part of a convex polygon in which a linear function is not negative. */
function clipPolygon(polygon: Polygon, evaluate: (point: Point) => number): Polygon {
  return polygon.flatMap((end, index) => {
    const start = polygon.at(index - 1) ?? end
    const [before, after] = [evaluate(start), evaluate(end)]
    const share = before / (before - after)
    const crossing = {
      x: start.x + share * (end.x - start.x),
      y: start.y + share * (end.y - start.y),
    }
    return [...(before < 0 === after < 0 ? [] : [crossing]), ...(after < 0 ? [] : [end])]
  })
}

/**
 * The parts of a picture for which no slice exists or can be read, inside the outline of the volume: the user sees
 * there that nothing was scanned, which black pixels do not say.
 */
export function findGapRegions(
  geometry: VolumeGeometry,
  picture: PlanePicture,
  unreadable: readonly number[] = [],
): readonly Polygon[] {
  const toCells = ({ x, y }: Point) => toCell(geometry, toPlaneMillimetres(picture, x, y))
  const [right, bottom] = [picture.width - 0.5, picture.height - 0.5]
  const whole: Polygon = [
    { x: -0.5, y: -0.5 },
    { x: right, y: -0.5 },
    { x: right, y: bottom },
    { x: -0.5, y: bottom },
  ]
  return listEmptyRanges(geometry, unreadable).flatMap(({ from, to }) => {
    const limits = [
      [-0.5, geometry.columns - 0.5],
      [-0.5, geometry.rows - 0.5],
      [from, to],
    ] as const
    const region = limits.reduce(
      (polygon, [lowest, highest], axis) =>
        clipPolygon(
          clipPolygon(polygon, (point) => (toCells(point)[axis] ?? 0) - lowest),
          (point) => highest - (toCells(point)[axis] ?? 0),
        ),
      whole,
    )
    return region.length > 2 ? [region] : []
  })
}
