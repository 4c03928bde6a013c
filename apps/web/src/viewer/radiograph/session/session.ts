import type { ImageId, ViewerState } from '@talus/contract'
import { ApiError } from '../../../api/api-error.ts'
import { createImageCache } from '../../core/loading/image-cache.ts'
import type { ImageCache } from '../../core/loading/image-cache.ts'
import { createCine } from '../../core/frames/cine.ts'
import type { Cine } from '../../core/frames/cine.ts'
import { createGrid, listShownImages } from '../../core/grid/grid.ts'
import type { ViewerStateApi, ViewerSource } from '../../model.ts'
import { createPriorImagesStore } from './prior-images.ts'
import type { PriorImagesStore } from './prior-images.ts'
import { fromSaved, isSameSaved, toSaved } from '../../core/store/saved-state.ts'
import { createSaver } from '../../core/store/saver.ts'
import type { Saver } from '../../core/store/saver.ts'
import { mergeImages } from '../../core/store/state-merge.ts'
import type { DraftStorage } from '../../core/store/draft-storage.ts'
import { createViewerStore } from '../../core/store/viewer-store.ts'
import type { ViewerStore } from '../../core/store/viewer-store.ts'

/** State and services of an open viewer outside of React: created on open, released on close. */
export interface ViewerSession {
  readonly store: ViewerStore
  readonly imageCache: ImageCache
  readonly cine: Cine
  readonly saver: Saver
  /** Images of earlier studies that the user has opened for comparison. */
  readonly priors: PriorImagesStore
  /** Images of the study at the time of the call. */
  readonly imageIds: () => readonly ImageId[]
  readonly close: () => void
}

export interface ViewerSessionOptions {
  readonly source: ViewerSource
  readonly stateApi: ViewerStateApi
  readonly drafts: DraftStorage
  /** State on the server. */
  readonly saved: ViewerState
  readonly onMerged: () => void
  /** Called when changes from before a reload or an expired sign-in were restored. */
  readonly onRestored: () => void
}

const isConflict = (error: unknown) =>
  error instanceof ApiError && error.code === 'record/changed-meanwhile'

/** Merges the state of the server with the user's own changes that were never saved. */
function mergeUnsaved(
  { drafts, saved, onRestored }: ViewerSessionOptions,
  imageIds: readonly ImageId[],
) {
  const theirs = fromSaved(saved, imageIds)
  const unsaved = drafts.read()
  if (!unsaved) return theirs
  const images = mergeImages(
    fromSaved(unsaved.base, imageIds),
    fromSaved(unsaved.mine, imageIds),
    theirs,
  )
  if (isSameSaved(toSaved(images, imageIds, 0), toSaved(theirs, imageIds, 0))) {
    drafts.write(undefined)
    return theirs
  }
  onRestored()
  return images
}

/** Notifies the saver of page events; returns the function that unsubscribes. */
function subscribeToPage(saver: Saver): () => void {
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('pagehide', saver.saveOnPageHide, { signal })
  addEventListener('online', () => void saver.saveNow(), { signal })
  addEventListener(
    'beforeunload',
    (event) => {
      if (saver.wouldLoseChanges()) event.preventDefault()
    },
    { signal },
  )
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') void saver.refresh()
      else saver.storeUnsaved()
    },
    { signal },
  )
  return () => stop.abort()
}

export function openSession(options: ViewerSessionOptions): ViewerSession {
  const { source, stateApi, drafts, saved, onMerged } = options
  const imageIds = () => source.images.map(({ id }) => id)
  // Loading starts before anything is drawn, so that pixel data arrives while the page renders.
  const imageCache = createImageCache(source)
  const grid = createGrid(imageIds())
  for (const imageId of listShownImages(grid)) imageCache.load(imageId)
  const store = createViewerStore({
    grid,
    tool: 'windowLevel',
    images: mergeUnsaved(options, imageIds()),
    areDrawingsVisible: true,
    selected: undefined,
    pending: undefined,
  })
  const cine = createCine({ store, imageCache })
  const saver = createSaver({
    store,
    stateApi,
    drafts,
    imageIds,
    base: saved,
    onMerged,
    isConflict,
  })
  const unsubscribe = subscribeToPage(saver)
  return {
    store,
    imageCache,
    cine,
    saver,
    priors: createPriorImagesStore(),
    imageIds,
    close: () => {
      unsubscribe()
      saver.stop()
      cine.stop()
      imageCache.stop()
    },
  }
}
