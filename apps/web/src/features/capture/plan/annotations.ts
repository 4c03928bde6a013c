import { bodyPartsOf, compareRegionNames, dentalRegions } from '@talus/anatomy'
import type { BodyPart, View } from '@talus/anatomy'
import type { CountedAnnotation, Image, Species } from '@talus/contract'

export type CaptureModality = 'General' | 'Dental'
export type Named = Pick<CountedAnnotation, 'bodyPart' | 'bodyPartView'>

/** By what two annotations are the same: part and view, and of teeth the part alone. */
export const keyOf = ({ bodyPart, bodyPartView }: Named, modality: CaptureModality) =>
  modality === 'Dental' ? bodyPart : `${bodyPart}|${bodyPartView.toUpperCase()}`

export const isBodyPart = (species: Species, text: string | undefined): text is BodyPart =>
  bodyPartsOf(species).some((part) => part === text)

const viewButtons = 3
export const splitViews = (views: readonly View[]) => ({
  buttons: views.slice(0, viewButtons),
  more: views.slice(viewButtons),
})

export type AddObstacle = 'noStudy' | 'noPart' | 'exists'
interface Wanted {
  readonly hasStudy: boolean
  readonly wanted: Named | undefined
  readonly annotations: readonly Named[]
  readonly modality: CaptureModality
}
export function addObstacle(given: Wanted): AddObstacle | undefined {
  const { hasStudy, wanted, annotations, modality } = given
  if (!hasStudy) return 'noStudy'
  if (!wanted) return 'noPart'
  const key = keyOf(wanted, modality)
  return annotations.some((one) => keyOf(one, modality) === key) ? 'exists' : undefined
}

/** Teeth stand in the order of their numbers, all else in the order in which it was planned. */
export const inOrder = <One extends Named>(
  annotations: readonly One[],
  modality: CaptureModality,
): readonly One[] =>
  modality === 'Dental'
    ? annotations.toSorted((a, b) => compareRegionNames(a.bodyPart, b.bodyPart))
    : annotations

/** What stays selected when the list changes: the same one, or the first. */
export const stillSelected = <One extends Named>(
  annotations: readonly One[],
  selectedKey: string | undefined,
  modality: CaptureModality,
): One | undefined =>
  annotations.find((one) => keyOf(one, modality) === selectedKey) ?? annotations[0]

/** How many images there are of each part. */
export function partCounts(images: readonly Pick<Image, 'bodyPart'>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { bodyPart } of images) counts[bodyPart] = (counts[bodyPart] ?? 0) + 1
  return counts
}

/** What Select All would add, and Remove All take away; what has images stays. */
export function teethToggle(
  species: Species,
  annotations: readonly Pick<CountedAnnotation, 'id' | 'bodyPart' | 'images'>[],
) {
  const planned = new Set(annotations.map(({ bodyPart }) => bodyPart))
  const missing = dentalRegions[species].filter(({ name }) => !planned.has(name))
  const removable = annotations.filter(({ id, images }) => id !== null && images === 0)
  return { missing: missing.map(({ name }) => name), removable, isAll: missing.length === 0 }
}
