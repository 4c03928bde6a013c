import { getBodyParts, getUsualViews } from '@talus/anatomy'
import type { BodyPart, View } from '@talus/anatomy'
import type { Species } from '@talus/contract'
import { isSideView } from '../scene/views.ts'

/** The view with the same scene: both laterals, and both views from above, project alike. */
export const sameSceneViews: Readonly<Partial<Record<View, View>>> = { LLAT: 'RLAT', DV: 'VD' }

/** A joint that is imaged with the trunk, which is not symmetric. */
export const isAtTrunk = (kind: Species, part: BodyPart): boolean =>
  part.endsWith('Scapula') || (kind !== 'Equine' && /(?:Shoulder|Hip)$/u.test(part))

/**
 * The usual views of a species whose images differ. Views of a right leg are the same as those of
 * the left one or their mirror images: `mirror.long.test.ts` proves it. Views from the side come
 * first: the trunk of the last scene is kept, and each change of direction would build it again.
 */
export const listDistinctViews = (kind: Species): (readonly [BodyPart, View])[] => {
  const all = getBodyParts(kind).flatMap((part) => {
    const views = getUsualViews(kind, part)
    return views
      .filter((view) => {
        const same = sameSceneViews[view]
        if (same !== undefined && views.includes(same)) return false
        return !part.startsWith('Right ') || (isAtTrunk(kind, part) && view !== 'ML')
      })
      .map((view) => [part, view] as const)
  })
  return all.toSorted(([, one], [, other]) => Number(isSideView(other)) - Number(isSideView(one)))
}
