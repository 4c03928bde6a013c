import type { ImageId } from '@talus/contract'
import type { ViewState, Viewport } from '../../viewer/core/model.ts'
import type { ViewerStore } from '../../viewer/core/store/viewer-store.ts'

interface CellView {
  readonly getViewport: () => Viewport
  readonly setViewport: (viewport: Viewport) => void
  /** The image of the visible slice, and the frame in it. */
  readonly getSlice: () => { readonly imageId: ImageId; readonly frame: number } | undefined
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * The store as the drawing layer of one viewport sees it. The viewport keeps its zoom, position and
 * window while it goes through the slices; the drawings belong to the image of the visible slice and
 * are saved and undone by the store of the study.
 */
export function createCellStore(store: ViewerStore, cell: CellView): ViewerStore {
  let last: { readonly base: ViewState; readonly shown: ViewState } | undefined
  const viewState = (viewId: ImageId): ViewState => {
    const base = store.viewState(viewId)
    const viewport = cell.getViewport()
    if (last?.base !== base || last.shown.viewport !== viewport)
      last = { base, shown: { ...base, viewport, crop: undefined } }
    return last.shown
  }
  const toBase = (viewId: ImageId, { drawings, calibration }: ViewState): ViewState => ({
    ...store.viewState(viewId),
    drawings,
    calibration,
  })
  const showViewport = (after: ViewState) => {
    if (after.viewport !== cell.getViewport()) cell.setViewport(after.viewport)
  }
  return {
    ...store,
    get: () => {
      const slice = cell.getSlice()
      // Drawings of a multi-frame image belong to one frame; the visible one differs by viewport.
      return slice && slice.frame > 1
        ? { ...store.get(), frames: new Map([[slice.imageId, slice.frame]]) }
        : store.get()
    },
    subscribe: (listener) => {
      const stops = [store.subscribe(listener), cell.subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    viewState,
    adjust: (viewId, change) => {
      const before = viewState(viewId)
      const after = change(before)
      showViewport(after)
      if (after.drawings !== before.drawings)
        store.adjust(viewId, (now) => ({ ...now, drawings: after.drawings }))
    },
    commit: (viewId, change, before) => {
      const after = change(viewState(viewId))
      showViewport(after)
      const base = before && toBase(viewId, before)
      const hasChanged =
        after.drawings !== (before ?? store.viewState(viewId)).drawings ||
        after.calibration !== (before ?? store.viewState(viewId)).calibration
      if (hasChanged) store.commit(viewId, () => toBase(viewId, after), base)
    },
  }
}
