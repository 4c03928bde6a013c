import type { Image, ImageId } from '@talus/contract'
import type { Drawing } from '../../model.ts'
import type { Drawn } from './use-drawn.ts'

export interface MeasuredImage {
  readonly image: Image
  /** Its place in the study, from 1; absent for one of another study. */
  readonly number: number | undefined
  readonly drawings: readonly Drawing[]
}

/** What was drawn, image by image: the active one first, then in the order of the study. */
export function measuredImages(
  images: readonly Image[],
  others: readonly Image[],
  states: ReadonlyMap<ImageId, Drawn>,
  active: ImageId | undefined,
): readonly MeasuredImage[] {
  const own = images.map((image, index) => ({ image, number: index + 1 }))
  const foreign = others.map((image) => ({ image, number: undefined }))
  return [...own, ...foreign]
    .map((one) => ({ ...one, drawings: states.get(one.image.id)?.drawings ?? [] }))
    .filter(({ drawings }) => drawings.length > 0)
    .toSorted((one, other) => Number(other.image.id === active) - Number(one.image.id === active))
}
