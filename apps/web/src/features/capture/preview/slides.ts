/** How many stand side by side, and by how many the arrows move. */
export const slidesShown = 4
export const slidesInGroup = 3

const lastStart = (count: number) => Math.max(0, count - slidesShown)

export const hasArrows = (count: number) => count > slidesShown
export const placeholders = (count: number) => Math.max(0, slidesShown - count)

/** Where the strip starts after a press on an arrow. */
export const moved = (start: number, groups: number, count: number) =>
  Math.min(Math.max(0, start + groups * slidesInGroup), lastStart(count))

/** The nearest start from which a slide is seen. */
export function startShowing(start: number, index: number, count: number): number {
  const kept = Math.min(start, lastStart(count))
  if (index < 0) return kept
  let at = kept
  while (index < at) at = moved(at, -1, count)
  while (index >= at + slidesShown) at = moved(at, 1, count)
  return at
}
