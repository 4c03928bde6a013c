import type { ImageId } from '@talus/contract'
import type { LoadedImage, ImageCache } from '../loading/image-cache.ts'
import type { Pixels } from '../loading/pixels.ts'
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

/** The image with its visible frame. */
export const getDisplayedImage = (
  { imageCache, store }: ImageStores,
  imageId: ImageId,
): LoadedImage => getFrameImage(imageCache, imageId, getFrame(store.get(), imageId))
