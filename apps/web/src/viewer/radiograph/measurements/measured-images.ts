import { listImageDrawings } from '@talus/contract'
import type { Image, ImageId } from '@talus/contract'
import type { Drawing } from '../../core/model.ts'
import type { ImageDrawings } from './use-drawings.ts'

export interface MeasuredImage {
  readonly image: Image
  /** Its position in the study, from 1; undefined for an image of another study. */
  readonly number: number | undefined
  readonly drawings: readonly Drawing[]
}

/** Drawings by image: the active image first, then in the order of the study. */
export function listMeasuredImages(
  images: readonly Image[],
  others: readonly Image[],
  states: ReadonlyMap<ImageId, ImageDrawings>,
  active: ImageId | undefined,
): readonly MeasuredImage[] {
  const own = images.map((image, index) => ({ image, number: index + 1 }))
  const foreign = others.map((image) => ({ image, number: undefined }))
  return [...own, ...foreign]
    .map((one) => ({
      ...one,
      drawings: listImageDrawings(states.get(one.image.id)?.drawings ?? []),
    }))
    .filter(({ drawings }) => drawings.length > 0)
    .toSorted((one, other) => Number(other.image.id === active) - Number(one.image.id === active))
}
