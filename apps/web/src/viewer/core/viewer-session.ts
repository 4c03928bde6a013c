import type { ImageId, UserId } from '@talus/contract'
import { createImageCache } from './loading/image-cache.ts'
import type { ImageCache } from './loading/image-cache.ts'
import type { Camera } from './camera/camera.ts'
import { createCine } from './frames/cine.ts'
import type { Cine } from './frames/cine.ts'
import { createGrid, listShownImages } from './grid/grid.ts'
import type { Grid, PointerTool } from './model.ts'
import type { ImageSource } from './source.ts'
import { restoreViews, startSaving } from './store/persistence.ts'
import type { Persistence } from './store/persistence.ts'
import { createAuthors } from './store/authors.ts'
import type { AuthorsStore } from './store/authors.ts'
import type { DrawingRules } from './store/drawing-rules.ts'
import { rememberConflicts } from './store/saver.ts'
import type { OnMerged, Saver } from './store/saver.ts'
import { createViewerStore } from './store/viewer-store.ts'
import type { ViewerStore } from './store/viewer-store.ts'

/** State and services of an open viewer outside of React: created on open, released on close. */
export interface ViewerSession {
  readonly store: ViewerStore
  /** The authors of the drawings. */
  readonly authors: AuthorsStore
  readonly imageCache: ImageCache
  readonly cine: Cine
  /** Cameras of the images on the screen, for keys that act on the active one. */
  readonly cameras: Map<ImageId, Camera>
  /** Undefined if nothing is saved. */
  readonly saver: Saver | undefined
  /** Images of the study at the time of the call. */
  readonly imageIds: () => readonly ImageId[]
  readonly close: () => void
}

export interface ViewerSessionOptions {
  readonly source: ImageSource
  /** The image that is shown first; undefined for the first image of the study. */
  readonly firstImage?: ImageId | undefined
  /** Undefined: the viewer opens without drawings, and changes last until it is closed. */
  readonly state?: Persistence | undefined
  /** Called after the changes of another user on the same study were merged. */
  readonly onMerged: OnMerged
  /** Called when changes from before a reload or an expired sign-in were restored. */
  readonly onRestored: () => void
  /** The rules for drawings of others, if changes are saved. */
  readonly createRules?: ((authors: AuthorsStore, userId: UserId) => DrawingRules) | undefined
}

/** The drawings of a study: their store, their authors, and the saver of their changes. */
export function openDrawings(
  options: Pick<ViewerSessionOptions, 'state' | 'onMerged' | 'onRestored' | 'createRules'> & {
    readonly grid: Grid
    readonly tool: PointerTool
    /** Images of the study at the time of the call. */
    readonly imageIds: () => readonly ImageId[]
  },
): Pick<ViewerSession, 'store' | 'authors' | 'saver'> {
  const { state, onMerged, onRestored, grid, tool, imageIds } = options
  const authors = createAuthors(state?.saved)
  const restored = state && restoreViews(state, imageIds(), onRestored)
  const store = createViewerStore(
    {
      grid,
      tool,
      views: restored?.views ?? new Map(),
      areDrawingsVisible: true,
      selected: undefined,
    },
    state?.storage && options.createRules?.(authors, state.storage.userId),
  )
  const conflicts = rememberConflicts(store, restored?.conflicts ?? [])
  if (conflicts.length > 0) onMerged(conflicts)
  const saver =
    state?.storage &&
    startSaving(state.storage, state.saved, { store, viewIds: imageIds, onMerged, authors })
  return { store, authors, saver }
}

export function openSession(options: ViewerSessionOptions): ViewerSession {
  const { source } = options
  const imageIds = () => source.images.map(({ id }) => id)
  // Loading starts before anything is drawn, so that pixel data arrives while the page renders.
  const imageCache = createImageCache(source)
  const grid = createGrid(options.firstImage === undefined ? imageIds() : [options.firstImage])
  for (const imageId of listShownImages(grid)) imageCache.load(imageId)
  const drawings = openDrawings({ ...options, grid, tool: 'windowLevel', imageIds })
  const cine = createCine({ store: drawings.store, imageCache })
  return {
    ...drawings,
    imageCache,
    cine,
    cameras: new Map(),
    imageIds,
    close: () => {
      drawings.saver?.stop()
      cine.stop()
      imageCache.stop()
    },
  }
}
