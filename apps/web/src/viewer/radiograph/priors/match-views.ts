import type { Image } from '@talus/contract'

type BodyView = Pick<Image, 'bodyPart' | 'bodyPartView'>

/** Degree to which an earlier image matches the active one. */
export type ViewMatch = 'same' | 'part' | 'other'

const normalize = (text: string) => text.trim().toLowerCase()

export function matchViews(one: BodyView, other: BodyView): ViewMatch {
  if (normalize(one.bodyPart) === '' || normalize(one.bodyPart) !== normalize(other.bodyPart))
    return 'other'
  return normalize(one.bodyPartView) === normalize(other.bodyPartView) ? 'same' : 'part'
}

const order: readonly ViewMatch[] = ['same', 'part', 'other']

/** Best match first; equal matches keep their order. */
export const sortByMatch = <One extends BodyView>(
  images: readonly One[],
  to: BodyView | undefined,
) =>
  to === undefined
    ? [...images]
    : images.toSorted(
        (one, other) => order.indexOf(matchViews(one, to)) - order.indexOf(matchViews(other, to)),
      )
