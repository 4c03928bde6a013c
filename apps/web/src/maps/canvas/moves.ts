import type { Point } from '../../ui/art/curves.ts'

interface Place<Id extends string> {
  readonly id: Id
  readonly at: Point
}

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Beyond two steps aside for one ahead, a region no longer lies in that direction. */
const widest = 2

function nearest<Id extends string>(places: readonly Place<Id>[], from: Place<Id>, to: Point) {
  const ahead = places.flatMap(({ id, at }) => {
    const [x, y] = [at[0] - from.at[0], at[1] - from.at[1]]
    const forwards = x * to[0] + y * to[1]
    const aside = Math.abs(x * to[1] - y * to[0])
    return forwards > 1 && aside <= widest * forwards ? [{ id, cost: forwards + 2 * aside }] : []
  })
  return ahead.toSorted((a, b) => a.cost - b.cost)[0]?.id
}

/** Where a key leads from a region; undefined where it leads nowhere. */
export function moveBy<Id extends string>(
  places: readonly Place<Id>[],
  id: Id,
  key: string,
): Id | undefined {
  if (key === 'Home') return places[0]?.id
  if (key === 'End') return places.at(-1)?.id
  const to = directions[key]
  const from = places.find((place) => place.id === id)
  return to && from && nearest(places, from, to)
}
