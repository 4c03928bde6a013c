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
): LoadedImage =>
  frame === 1 ? loaded : { ...withFrameShutter(loaded, frame), preview: undefined, pixels }

/** The shutter of the file is that of its first frame; another frame may have its own, or none. */
function withFrameShutter(loaded: LoadedImage, frame: number): LoadedImage {
  const { metadata } = loaded
  const own = metadata?.display?.frameShutters?.[frame - 1]
  if (!metadata?.display || own === undefined) return loaded
  const { shutter: _first, ...display } = metadata.display
  const shown = own === null ? display : { ...display, shutter: own }
  return { ...loaded, metadata: { ...metadata, display: shown } }
}

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
