import type { ImageId } from '@talus/contract'
import type { LoadedImage, ImageCache } from '../loading/image-cache.ts'
import type { Pixels } from '../loading/pixels.ts'
import { presentImage } from '../rendering/present-image.ts'
import { getPresented } from '../store/presented-views.ts'
import { getFrame } from '../store/viewer-store.ts'
import type { ViewerStore } from '../store/viewer-store.ts'

/** The image with the pixel data of a frame. The preview is only valid for the first frame. */
export const replaceFrame = (
  loaded: LoadedImage,
  frame: number,
  pixels: Pixels | undefined,
): LoadedImage => (frame === 1 ? loaded : { ...loaded, preview: undefined, pixels })

export const getFrameImage = (
  imageCache: ImageCache,
  imageId: ImageId,
  frame: number,
): LoadedImage =>
  replaceFrame(
    imageCache.getImage(imageId).get(),
    frame,
    imageCache.frames.getPixels(imageId, frame),
  )

interface ImageStores {
  readonly imageCache: ImageCache
  readonly store: ViewerStore
}

/** The image with its visible frame, as a chosen presentation state shows it. */
export function getDisplayedImage(
  { imageCache, store }: ImageStores,
  imageId: ImageId,
): LoadedImage {
  const frame = getFrame(store.get(), imageId)
  const loaded = getFrameImage(imageCache, imageId, frame)
  return presentImage(loaded, getPresented(store.get(), imageId), frame)
}
