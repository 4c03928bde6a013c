import type { ImageId } from '@talus/contract'
import { useCallback, useSyncExternalStore } from 'react'
import { createMeasuringContext } from '../viewport/measuring-context.ts'
import type { ViewerSession } from '../viewer-session.ts'
import type { ImageCache } from '../loading/image-cache.ts'
import { getFrameImage } from '../frames/displayed-image.ts'
import type { ViewerStore } from '../store/viewer-store.ts'

interface ImageStores {
  readonly imageCache: ImageCache
  readonly store: ViewerStore
}

const getLoadState = ({ imageCache, store }: ImageStores, imageId: ImageId) => {
  const { metadata, pixels, fault } = imageCache.getImage(imageId).get()
  // A drawing measures the pixel values of its own frame.
  const frameStates = store
    .viewState(imageId)
    .drawings.map(({ frame = 1 }) =>
      frame > 1 && imageCache.frames.getPixels(imageId, frame) ? 3 : 0,
    )
  const loadState = metadata ? (pixels ? 2 : 1) : fault === undefined ? 0 : 'failed'
  return [loadState, ...frameStates].join('')
}

/** Data of several images for the panel; re-renders when more of it is loaded. */
export function usePanelData(
  { imageCache, store, authors, cine }: ViewerSession,
  ids: readonly ImageId[],
) {
  const key = ids.join(' ')
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribers = key
        .split(' ')
        .filter(Boolean)
        .map((id) => imageCache.getImage(Number(id) as ImageId).subscribe(listener))
      unsubscribers.push(imageCache.frames.subscribe(listener))
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe()
      }
    },
    [imageCache, key],
  )
  useSyncExternalStore(subscribe, () =>
    ids.map((id) => getLoadState({ imageCache, store }, id)).join(' '),
  )
  return {
    authors,
    getMetadata: (imageId: ImageId) => imageCache.getImage(imageId).get().metadata,
    getFault: (imageId: ImageId) => imageCache.getImage(imageId).get().fault,
    retry: imageCache.retry,
    getContext: (imageId: ImageId, frame = 1) =>
      createMeasuringContext(
        getFrameImage(imageCache, imageId, frame),
        store.viewState(imageId).calibration,
      ),
    showFrame: cine.show,
  }
}
