import {
  compareRegionNames,
  dentalRegions,
  isBodyPart,
  isSideUnstated,
  isView,
} from '@talus/anatomy'
import type { CountedAnnotation, Image, Species } from '@talus/contract'

export type CaptureModality = 'General' | 'Dental'
export type PartAndView = Pick<CountedAnnotation, 'bodyPart' | 'bodyPartView'>

/** Identifies an annotation by part and view; a dental annotation by its part only. */
export const getAnnotationKey = (
  { bodyPart, bodyPartView }: PartAndView,
  modality: CaptureModality,
) => (modality === 'Dental' ? bodyPart : `${bodyPart}|${bodyPartView.toUpperCase()}`)

/**
 * Whether an annotation shows one side of the animal and does not say which: a plan of an older
 * version, or one that another system made.
 */
export const isSideOpen = ({ bodyPart, bodyPartView }: PartAndView): boolean => {
  const view = bodyPartView.toUpperCase()
  return isBodyPart(bodyPart) && isView(view) && isSideUnstated(bodyPart, view)
}

const viewButtons = 3
export const splitViews = <View extends string>(views: readonly View[]) => ({
  buttons: views.slice(0, viewButtons),
  more: views.slice(viewButtons),
})

export type AddObstacle = 'noStudy' | 'noPart' | 'noSide' | 'noView' | 'exists'
interface AddRequest {
  readonly hasStudy: boolean
  readonly draft: PartAndView | undefined
  /** Whether the chosen part has views for one side only, and no side is chosen. */
  readonly isSideMissing?: boolean
  /** Whether a part is chosen, but no view of it. */
  readonly isViewMissing?: boolean
  readonly annotations: readonly PartAndView[]
  readonly modality: CaptureModality
}
export function getAddObstacle(request: AddRequest): AddObstacle | undefined {
  const { hasStudy, draft, annotations, modality } = request
  if (!hasStudy) return 'noStudy'
  if (request.isSideMissing === true) return 'noSide'
  if (request.isViewMissing === true) return 'noView'
  if (!draft) return 'noPart'
  const key = getAnnotationKey(draft, modality)
  return annotations.some((one) => getAnnotationKey(one, modality) === key) ? 'exists' : undefined
}

/**
 * Sorts dental annotations by tooth number; other annotations keep the order in which they were
 * planned.
 */
export const sortAnnotations = <One extends PartAndView>(
  annotations: readonly One[],
  modality: CaptureModality,
): readonly One[] =>
  modality === 'Dental'
    ? annotations.toSorted((a, b) => compareRegionNames(a.bodyPart, b.bodyPart))
    : annotations

/** Finds the selected annotation in a changed list; falls back to the first. */
export const getSelectedAnnotation = <One extends PartAndView>(
  annotations: readonly One[],
  selectedKey: string | undefined,
  modality: CaptureModality,
): One | undefined =>
  annotations.find((one) => getAnnotationKey(one, modality) === selectedKey) ?? annotations[0]

/**
 * Finds the annotation to select after an image: the next one without images, from the position of
 * the image on; `done` if every other one has images, undefined if there is no other.
 */
export function findNextAnnotation<One extends PartAndView & Pick<CountedAnnotation, 'images'>>(
  annotations: readonly One[],
  image: PartAndView,
  modality: CaptureModality,
): One | 'done' | undefined {
  const taken = getAnnotationKey(image, modality)
  const at = annotations.findIndex((one) => getAnnotationKey(one, modality) === taken)
  const others = [...annotations.slice(at + 1), ...annotations.slice(0, Math.max(at, 0))]
  if (others.length === 0) return undefined
  return others.find(({ images }) => images === 0) ?? 'done'
}

export function countImagesByPart(
  images: readonly Pick<Image, 'bodyPart'>[],
): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { bodyPart } of images) counts[bodyPart] = (counts[bodyPart] ?? 0) + 1
  return counts
}

/** Computes what Select All would add and Remove All would remove; annotations with images stay. */
export function getTeethToggle(
  species: Species,
  annotations: readonly Pick<CountedAnnotation, 'id' | 'bodyPart' | 'images'>[],
) {
  const planned = new Set(annotations.map(({ bodyPart }) => bodyPart))
  const missing = dentalRegions[species].filter(({ name }) => !planned.has(name))
  const removable = annotations.filter(({ id, images }) => id !== null && images === 0)
  return { missing: missing.map(({ name }) => name), removable, isAll: missing.length === 0 }
}
