/** The images that are chosen, by their ids. */
export type ChosenIds<Id> = ReadonlySet<Id>

export function toggleId<Id>(chosen: ChosenIds<Id>, id: Id): ChosenIds<Id> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Adds all ids from one to another, both included, as a click with Shift does. */
export function addRange<Id>(chosen: ChosenIds<Id>, ids: readonly Id[], from: Id, to: Id) {
  const ends = [ids.indexOf(from), ids.indexOf(to)]
  if (ends.includes(-1)) return chosen
  const between = ids.slice(Math.min(...ends), Math.max(...ends) + 1)
  return new Set([...chosen, ...between])
}

/**
 * Returns the chosen ids in the order of the study, without those that have been removed meanwhile.
 */
export const filterChosen = <Id>(ids: readonly Id[], chosen: ChosenIds<Id>) =>
  ids.filter((id) => chosen.has(id))

interface Box {
  readonly left: number
  readonly top: number
}

/** Boxes whose tops differ by at most this many pixels are in the same row. */
const rowTolerance = 8

const findNearest = (boxes: readonly Box[], from: number, candidates: readonly number[]) => {
  const { left } = boxes[from] ?? { left: 0 }
  const distance = (index: number) => Math.abs((boxes[index]?.left ?? 0) - left)
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0] ?? from
}

/** Returns the index that a key moves the focus to, in a grid with rows of any length. */
export function findNextIndex(
  key: string,
  from: number,
  boxes: readonly Box[],
): number | undefined {
  const last = boxes.length - 1
  const here = boxes[from]
  if (!here) return undefined
  const indices = boxes.map((_box, index) => index)
  const topOf = (index: number) => boxes[index]?.top ?? 0
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
      const below = indices.filter((index) => topOf(index) > here.top + rowTolerance)
      const row = Math.min(...below.map(topOf))
      const next = below.filter((index) => topOf(index) <= row + rowTolerance)
      return findNearest(boxes, from, next)
    }
    case 'ArrowUp': {
      const above = indices.filter((index) => topOf(index) < here.top - rowTolerance)
      const row = Math.max(...above.map(topOf))
      const next = above.filter((index) => topOf(index) >= row - rowTolerance)
      return findNearest(boxes, from, next)
    }
    default:
      return undefined
  }
}
