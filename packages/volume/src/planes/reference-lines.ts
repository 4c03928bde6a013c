import type { Vector } from '@talus/contract'
import { cross, dot, getLength, move, normalize, scale, subtract } from '../vectors.ts'
import type { PlanePicture } from './picture.ts'

/** A picture with its place; pictures of slices have one too. */
export interface PlacedPicture extends PlanePicture {
  readonly frameOfReferenceUID: string
  /** Distance of rows if pixels are not square; the distance of columns is `step`. */
  readonly rowStep?: number
}

export interface ReferenceLine {
  readonly from: Vector
  readonly to: Vector
}

/** The part of the line `origin + t·direction` inside a picture, as an interval of t. */
function clip(
  picture: PlacedPicture,
  origin: Vector,
  direction: Vector,
): readonly [number, number] | undefined {
  const { plane, width, height, step, rowStep = step } = picture
  const way = subtract(origin, plane.origin)
  let [from, to] = [-Infinity, Infinity]
  for (const [axis, half] of [
    [plane.right, (width * step) / 2],
    [plane.down, (height * rowStep) / 2],
  ] as const) {
    const [start, speed] = [dot(way, axis), dot(direction, axis)]
    if (Math.abs(speed) < 1e-9) {
      if (Math.abs(start) > half) return undefined
      continue
    }
    const ends = [(-half - start) / speed, (half - start) / speed]
    from = Math.max(from, Math.min(...ends))
    to = Math.min(to, Math.max(...ends))
  }
  return to > from ? [from, to] : undefined
}

/**
 * The line in which picture `other` crosses picture `shown`, inside both. Only pictures of one
 * frame of reference have one, and nearly parallel pictures (below 1.7 degrees) have none.
 */
export function getReferenceLine(
  shown: PlacedPicture,
  other: PlacedPicture,
): ReferenceLine | undefined {
  const isSameFrame =
    shown.frameOfReferenceUID !== '' && shown.frameOfReferenceUID === other.frameOfReferenceUID
  const crossing = cross(shown.plane.normal, other.plane.normal)
  const sine = getLength(crossing)
  if (!isSameFrame || !(sine > 0.03)) return undefined
  const direction = normalize(crossing)
  // The point of the crossing that is nearest to the centre of the shown picture.
  const inShown = cross(direction, shown.plane.normal)
  const distance = dot(subtract(other.plane.origin, shown.plane.origin), other.plane.normal)
  const origin = move(shown.plane.origin, inShown, distance / dot(inShown, other.plane.normal))
  const [one, two] = [clip(shown, origin, direction), clip(other, origin, direction)]
  if (!one || !two) return undefined
  const [from, to] = [Math.max(one[0], two[0]), Math.min(one[1], two[1])]
  if (!(to > from)) return undefined
  return { from: move(origin, direction, from), to: move(origin, scale(direction, to), 1) }
}
