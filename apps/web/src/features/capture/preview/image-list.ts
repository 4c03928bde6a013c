import type { Image, ImageId } from '@talus/contract'

type WithId = Pick<Image, 'id'>

/** Adds or replaces an image: both the capture call and the sensor's event stream deliver it. */
export const upsertImage = <One extends WithId>(images: readonly One[], image: One): One[] =>
  images.some(({ id }) => id === image.id)
    ? images.map((one) => (one.id === image.id ? image : one))
    : [...images, image]

export const removeImage = <One extends WithId>(images: readonly One[], id: ImageId): One[] =>
  images.filter((one) => one.id !== id)
