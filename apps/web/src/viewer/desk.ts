import type { ImageId, ViewerState } from '@talus/contract'
import { ApiError } from '../api/api-error.ts'
import { createPictures } from './engine/pictures.ts'
import type { Pictures } from './engine/pictures.ts'
import { createCine } from './frames/cine.ts'
import type { Cine } from './frames/cine.ts'
import { gridOf, shownIn } from './grid/grid.ts'
import type { StateKeeper, ViewerSource } from './model.ts'
import { createPriorShelf } from './panels/priors/prior-shelf.ts'
import type { PriorShelf } from './panels/priors/prior-shelf.ts'
import { fromSaved, isSameSaved, toSaved } from './store/saved-state.ts'
import { createSaver } from './store/saver.ts'
import type { Saver } from './store/saver.ts'
import { mergeImages } from './store/state-merge.ts'
import type { WorkKeeper } from './store/unsaved-work.ts'
import { createViewerStore } from './store/viewer-store.ts'
import type { ViewerStore } from './store/viewer-store.ts'

/** Everything of an open viewer that is no part of the page: made when it opens, let go when it closes. */
export interface Desk {
  readonly store: ViewerStore
  readonly pictures: Pictures
  readonly cine: Cine
  readonly saver: Saver
  /** The images of earlier studies that somebody has put beside these. */
  readonly priors: PriorShelf
  /** Those of the study, as it is now. */
  readonly imageIds: () => readonly ImageId[]
  readonly close: () => void
}

export interface DeskGiven {
  readonly source: ViewerSource
  readonly keeper: StateKeeper
  readonly work: WorkKeeper
  /** As the server has it. */
  readonly saved: ViewerState
  readonly onMerged: () => void
  /** Something drawn before a reload or an expired sign-in is back. */
  readonly onRestored: () => void
}

const isConflict = (error: unknown) =>
  error instanceof ApiError && error.code === 'record/changed-meanwhile'

/** What the server has, with what of the person's own did not reach it. */
function startOf({ work, saved, onRestored }: DeskGiven, imageIds: readonly ImageId[]) {
  const theirs = fromSaved(saved, imageIds)
  const left = work.read()
  if (!left) return theirs
  const images = mergeImages(fromSaved(left.base, imageIds), fromSaved(left.mine, imageIds), theirs)
  if (isSameSaved(toSaved(images, imageIds, 0), toSaved(theirs, imageIds, 0))) {
    work.write(undefined)
    return theirs
  }
  onRestored()
  return images
}

/** What happens to the page, told to the saver; the function it gives ends that. */
function followPage(saver: Saver): () => void {
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('pagehide', saver.leavePage, { signal })
  addEventListener('online', () => void saver.saveNow(), { signal })
  addEventListener(
    'beforeunload',
    (event) => {
      if (saver.wouldLose()) event.preventDefault()
    },
    { signal },
  )
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') void saver.refresh()
      else saver.keep()
    },
    { signal },
  )
  return () => stop.abort()
}

export function openDesk(given: DeskGiven): Desk {
  const { source, keeper, work, saved, onMerged } = given
  const imageIds = () => source.images.map(({ id }) => id)
  // Before anything is drawn: the numbers are on their way while the page is being built.
  const pictures = createPictures(source)
  const grid = gridOf(imageIds())
  for (const imageId of shownIn(grid)) pictures.begin(imageId)
  const store = createViewerStore({
    grid,
    tool: 'windowLevel',
    images: startOf(given, imageIds()),
    areDrawingsVisible: true,
    selected: undefined,
    pending: undefined,
  })
  const cine = createCine({ store, pictures })
  const saver = createSaver({ store, keeper, work, imageIds, base: saved, onMerged, isConflict })
  const unfollow = followPage(saver)
  return {
    store,
    pictures,
    cine,
    saver,
    priors: createPriorShelf(),
    imageIds,
    close: () => {
      unfollow()
      saver.stop()
      cine.stop()
      pictures.stop()
    },
  }
}
