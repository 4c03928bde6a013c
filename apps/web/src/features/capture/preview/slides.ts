/** Number of thumbnails side by side, and by how many the arrows move. */
export const slidesShown = 4
export const slidesInGroup = 3

const getLastStart = (count: number) => Math.max(0, count - slidesShown)

export const hasArrows = (count: number) => count > slidesShown
export const countPlaceholders = (count: number) => Math.max(0, slidesShown - count)

/** Computes the first visible index after a press on an arrow. */
export const moveStart = (start: number, groups: number, count: number) =>
  Math.min(Math.max(0, start + groups * slidesInGroup), getLastStart(count))

/** Finds the nearest start index at which a slide is visible. */
export function findStart(start: number, index: number, count: number): number {
  const current = Math.min(start, getLastStart(count))
  if (index < 0) return current
  let at = current
  while (index < at) at = moveStart(at, -1, count)
  while (index >= at + slidesShown) at = moveStart(at, 1, count)
  return at
}
