/** The images that are chosen, by their ids. */
export type Chosen<Id> = ReadonlySet<Id>

export function toggled<Id>(chosen: Chosen<Id>, id: Id): Chosen<Id> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

/** From the one touched last to this one, both included: what Shift means everywhere. */
export function withRange<Id>(chosen: Chosen<Id>, ids: readonly Id[], from: Id, to: Id) {
  const ends = [ids.indexOf(from), ids.indexOf(to)]
  if (ends.includes(-1)) return chosen
  const between = ids.slice(Math.min(...ends), Math.max(...ends) + 1)
  return new Set([...chosen, ...between])
}

/** In the order of the study, without those that have gone meanwhile. */
export const chosenOf = <Id>(ids: readonly Id[], chosen: Chosen<Id>) =>
  ids.filter((id) => chosen.has(id))

interface Box {
  readonly left: number
  readonly top: number
}

/** A pixel or two are no other line. */
const sameLine = 8

const nearest = (boxes: readonly Box[], from: number, lines: readonly number[]) => {
  const { left } = boxes[from] ?? { left: 0 }
  const away = (place: number) => Math.abs((boxes[place]?.left ?? 0) - left)
  return lines.toSorted((a, b) => away(a) - away(b))[0] ?? from
}

/** Where a key leads among pictures that stand in lines of any length. */
export function placeAfter(key: string, from: number, boxes: readonly Box[]): number | undefined {
  const last = boxes.length - 1
  const here = boxes[from]
  if (!here) return undefined
  const places = boxes.map((_box, place) => place)
  const topOf = (place: number) => boxes[place]?.top ?? 0
  switch (key) {
    case 'ArrowRight':
      return Math.min(from + 1, last)
    case 'ArrowLeft':
      return Math.max(from - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowDown': {
      const below = places.filter((place) => topOf(place) > here.top + sameLine)
      const line = Math.min(...below.map(topOf))
      const next = below.filter((place) => topOf(place) <= line + sameLine)
      return nearest(boxes, from, next)
    }
    case 'ArrowUp': {
      const above = places.filter((place) => topOf(place) < here.top - sameLine)
      const line = Math.max(...above.map(topOf))
      const next = above.filter((place) => topOf(place) >= line - sameLine)
      return nearest(boxes, from, next)
    }
    default:
      return undefined
  }
}
