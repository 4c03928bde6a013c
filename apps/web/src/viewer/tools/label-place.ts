import type { Drawing, Point } from '@talus/contract'

/** The point of a drawing beside which its words stand, while nobody has put them elsewhere. */
export function anchorOfWords({ steps }: Drawing): Point | undefined {
  const last = steps.at(-1)
  if (!last) return undefined
  const { start, middle, end, perpendicularEnd } = last.handles
  return middle ?? perpendicularEnd ?? end ?? start
}

export const placeOfWords = (drawing: Drawing): Point | undefined =>
  drawing.steps.at(-1)?.handles.textBox ?? anchorOfWords(drawing)
