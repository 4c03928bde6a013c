import { defaultViewport } from '@talus/contract'
import type { Drawing, ImageId, Viewport } from '@talus/contract'
import { createStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'
import type { Grid, ImageState, PointerTool } from '../../model.ts'
import { applyChange } from './history.ts'

/** The visible images and their drawings; independent of the server and of React. */
export interface ViewerScene {
  readonly grid: Grid
  readonly tool: PointerTool
  /** Keyed by image, so that an image keeps its state in any cell of the grid. */
  readonly images: ReadonlyMap<ImageId, ImageState>
  readonly areDrawingsVisible: boolean
  /** Visible frame of multi-frame images, from 1; without an entry it is the first. */
  readonly frames?: ReadonlyMap<ImageId, number>
  /** The drawing that keys and the panel act on. */
  readonly selected: { readonly imageId: ImageId; readonly drawingId: string } | undefined
  /** The unfinished drawing of several steps that the next step belongs to. */
  readonly pending: { readonly imageId: ImageId; readonly drawingId: string } | undefined
}

interface Change {
  readonly imageId: ImageId
  readonly before: ImageState
  readonly after: ImageState
}

export const initialImageState: ImageState = {
  viewport: defaultViewport,
  crop: undefined,
  drawings: [],
  calibration: undefined,
}

/** Number of undo steps; far more than users need. */
const historyLength = 100

export interface ViewerStore extends Store<ViewerScene> {
  readonly imageState: (imageId: ImageId) => ImageState
  /** Changes an image without an undo step, while the pointer is still moving. */
  readonly adjust: (imageId: ImageId, change: (now: ImageState) => ImageState) => void
  /** Changes an image as one undo step; `before` is the state before the pointer was pressed. */
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

  const imageState = (imageId: ImageId) => scene.get().images.get(imageId) ?? initialImageState
  const setImageState = (imageId: ImageId, state: ImageState) =>
    scene.set((now) => {
      const images = new Map(now.images).set(imageId, state)
      // A removed drawing can neither stay selected nor pending.
      const exists = (one: ViewerScene['selected']) =>
        one?.imageId !== imageId || state.drawings.some(({ id }) => id === one.drawingId)
      return {
        ...now,
        images,
        selected: exists(now.selected) ? now.selected : undefined,
        pending: exists(now.pending) ? now.pending : undefined,
      }
    })
  const updateHistory = () => history.set({ canUndo: done.length > 0, canRedo: undone.length > 0 })

  return {
    ...scene,
    history,
    imageState,
    adjust: (imageId, change) => setImageState(imageId, change(imageState(imageId))),
    commit: (imageId, change, before = imageState(imageId)) => {
      const after = change(imageState(imageId))
      if (after === before) return
      setImageState(imageId, after)
      done = [...done, { imageId, before, after }].slice(-historyLength)
      undone = []
      updateHistory()
    },
    undo: () => {
      const last = done.at(-1)
      if (!last) return
      done = done.slice(0, -1)
      undone = [...undone, last]
      setImageState(last.imageId, applyChange(imageState(last.imageId), last.after, last.before))
      updateHistory()
    },
    redo: () => {
      const next = undone.at(-1)
      if (!next) return
      undone = undone.slice(0, -1)
      done = [...done, next]
      setImageState(next.imageId, applyChange(imageState(next.imageId), next.before, next.after))
      updateHistory()
    },
  }
}

export const getFrame = ({ frames }: Pick<ViewerScene, 'frames'>, imageId: ImageId): number =>
  frames?.get(imageId) ?? 1

/** Drawings belong to one frame: a measurement is not valid for another. */
export const filterByFrame = (drawings: readonly Drawing[], frame: number): readonly Drawing[] =>
  drawings.filter((one) => (one.frame ?? 1) === frame)

export const withViewport = (change: Partial<Viewport>) => (now: ImageState) => ({
  ...now,
  viewport: { ...now.viewport, ...change },
})

/** Adds a drawing, or replaces the one with the same id. */
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
