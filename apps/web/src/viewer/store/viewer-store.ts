import { plainViewport } from '@talus/contract'
import type { Drawing, ImageId, Viewport } from '@talus/contract'
import { createStore } from '../../store.ts'
import type { Store } from '../../store.ts'
import type { Grid, ImageState, PointerTool } from '../model.ts'
import { withChange } from './history.ts'

/** What is on screen and what was drawn. Nothing in here knows of the server or of React. */
export interface ViewerScene {
  readonly grid: Grid
  readonly tool: PointerTool
  /** Kept by image, so that an image keeps what was done to it wherever it is placed. */
  readonly images: ReadonlyMap<ImageId, ImageState>
  readonly areDrawingsVisible: boolean
  /** Of images with several frames the one that is seen, from 1; without an entry it is the first. */
  readonly frames?: ReadonlyMap<ImageId, number>
  /** The drawing that keys and the panel speak of. */
  readonly selected: { readonly imageId: ImageId; readonly drawingId: string } | undefined
  /** The guided or many-stepped drawing to which the next step belongs. */
  readonly pending: { readonly imageId: ImageId; readonly drawingId: string } | undefined
}

interface Change {
  readonly imageId: ImageId
  readonly before: ImageState
  readonly after: ImageState
}

export const untouched: ImageState = {
  viewport: plainViewport,
  crop: undefined,
  drawings: [],
  calibration: undefined,
}

/** Far more than anyone takes back. */
const historyLength = 100

export interface ViewerStore extends Store<ViewerScene> {
  readonly imageState: (imageId: ImageId) => ImageState
  /** Changes an image without a step to undo: while a pointer is still moving. */
  readonly adjust: (imageId: ImageId, change: (now: ImageState) => ImageState) => void
  /** The same as one step that can be undone; `before` is the state before the pointer went down. */
  readonly commit: (
    imageId: ImageId,
    change: (now: ImageState) => ImageState,
    before?: ImageState,
  ) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly history: Store<{ readonly canUndo: boolean; readonly canRedo: boolean }>
}

export function createViewerStore(initial: ViewerScene): ViewerStore {
  const scene = createStore(initial)
  const history = createStore({ canUndo: false, canRedo: false })
  let done: readonly Change[] = []
  let undone: readonly Change[] = []

  const imageState = (imageId: ImageId) => scene.get().images.get(imageId) ?? untouched
  const put = (imageId: ImageId, state: ImageState) =>
    scene.set((now) => {
      const images = new Map(now.images).set(imageId, state)
      // What is gone cannot be selected, or be drawn on.
      const isThere = (one: ViewerScene['selected']) =>
        one?.imageId !== imageId || state.drawings.some(({ id }) => id === one.drawingId)
      return {
        ...now,
        images,
        selected: isThere(now.selected) ? now.selected : undefined,
        pending: isThere(now.pending) ? now.pending : undefined,
      }
    })
  const tell = () => history.set({ canUndo: done.length > 0, canRedo: undone.length > 0 })

  return {
    ...scene,
    history,
    imageState,
    adjust: (imageId, change) => put(imageId, change(imageState(imageId))),
    commit: (imageId, change, before = imageState(imageId)) => {
      const after = change(imageState(imageId))
      if (after === before) return
      put(imageId, after)
      done = [...done, { imageId, before, after }].slice(-historyLength)
      undone = []
      tell()
    },
    undo: () => {
      const last = done.at(-1)
      if (!last) return
      done = done.slice(0, -1)
      undone = [...undone, last]
      put(last.imageId, withChange(imageState(last.imageId), last.after, last.before))
      tell()
    },
    redo: () => {
      const next = undone.at(-1)
      if (!next) return
      undone = undone.slice(0, -1)
      done = [...done, next]
      put(next.imageId, withChange(imageState(next.imageId), next.before, next.after))
      tell()
    },
  }
}

export const frameIn = ({ frames }: Pick<ViewerScene, 'frames'>, imageId: ImageId): number =>
  frames?.get(imageId) ?? 1

/** What was measured on one frame says nothing of another. */
export const drawnOn = (drawings: readonly Drawing[], frame: number): readonly Drawing[] =>
  drawings.filter((one) => (one.frame ?? 1) === frame)

export const withViewport = (change: Partial<Viewport>) => (now: ImageState) => ({
  ...now,
  viewport: { ...now.viewport, ...change },
})

/** Puts a drawing in, or in the place of the one with its id. */
export const withDrawing = (drawing: Drawing) => (now: ImageState) => ({
  ...now,
  drawings: now.drawings.some(({ id }) => id === drawing.id)
    ? now.drawings.map((one) => (one.id === drawing.id ? drawing : one))
    : [...now.drawings, drawing],
})

export const withoutDrawing = (id: string) => (now: ImageState) => ({
  ...now,
  drawings: now.drawings.filter((one) => one.id !== id),
})
