import type { Image, ImageId } from '@talus/contract'

type Known = Pick<Image, 'id'>

/** The same image may be told twice: by the call that waited for it, and by the sensor's events. */
export const upserted = <One extends Known>(images: readonly One[], image: One): One[] =>
  images.some(({ id }) => id === image.id)
    ? images.map((one) => (one.id === image.id ? image : one))
    : [...images, image]

export const withoutImage = <One extends Known>(images: readonly One[], id: ImageId): One[] =>
  images.filter((one) => one.id !== id)
