import type { Point } from '../../ui/art/curves.ts'

interface PositionedRegion<Id extends string> {
  readonly id: Id
  readonly at: Point
}

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A region is in a direction if it is at most twice as far to the side as it is forwards. */
const maxSlope = 2

function findNearest<Id extends string>(
  regions: readonly PositionedRegion<Id>[],
  from: PositionedRegion<Id>,
  to: Point,
) {
  const candidates = regions.flatMap(({ id, at }) => {
    const [x, y] = [at[0] - from.at[0], at[1] - from.at[1]]
    const forwards = x * to[0] + y * to[1]
    const aside = Math.abs(x * to[1] - y * to[0])
    return forwards > 1 && aside <= maxSlope * forwards ? [{ id, cost: forwards + 2 * aside }] : []
  })
  return candidates.toSorted((a, b) => a.cost - b.cost)[0]?.id
}

/** Finds the region to which a key moves the focus; undefined if there is none. */
export function findNextRegion<Id extends string>(
  regions: readonly PositionedRegion<Id>[],
  id: Id,
  key: string,
): Id | undefined {
  if (key === 'Home') return regions[0]?.id
  if (key === 'End') return regions.at(-1)?.id
  const to = directions[key]
  const from = regions.find((place) => place.id === id)
  return to && from && findNearest(regions, from, to)
}
