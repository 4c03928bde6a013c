import type { Image } from '@talus/contract'

type Shown = Pick<Image, 'bodyPart' | 'bodyPartView'>

/** How well an earlier image answers to the one that is looked at. */
export type Likeness = 'same' | 'part' | 'other'

const plain = (text: string) => text.trim().toLowerCase()

export function likenessOf(one: Shown, other: Shown): Likeness {
  if (plain(one.bodyPart) === '' || plain(one.bodyPart) !== plain(other.bodyPart)) return 'other'
  return plain(one.bodyPartView) === plain(other.bodyPartView) ? 'same' : 'part'
}

const order: readonly Likeness[] = ['same', 'part', 'other']

/** The most alike first; among equals as they were taken. */
export const byLikeness = <One extends Shown>(images: readonly One[], to: Shown | undefined) =>
  to === undefined
    ? [...images]
    : images.toSorted(
        (one, other) => order.indexOf(likenessOf(one, to)) - order.indexOf(likenessOf(other, to)),
      )
