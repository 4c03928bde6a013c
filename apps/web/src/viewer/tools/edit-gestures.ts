import type { Drawing } from '@talus/contract'
import { removeStep, toolOf } from '@talus/measurements'
import { toImage } from '../engine/camera.ts'
import { drawnOn, frameIn, withDrawing, withoutDrawing } from '../store/viewer-store.ts'
import { dragThreshold, stepOf } from './draft.ts'
import { withHandleAt, withStepMoved, withWordsAt } from './edit.ts'
import type { Gesture, Grip, Press, StageHost } from './gesture.ts'
import { distance } from './gestures.ts'
import { handleAt, lineAt, proximityOf } from './hit-test.ts'
import { placeOfWords } from './label-place.ts'

/** Those of the frame that is seen. */
export const drawingsHere = ({ store, imageId }: StageHost): readonly Drawing[] =>
  drawnOn(store.imageState(imageId).drawings, frameIn(store.get(), imageId))

export const drawingsOf = (host: StageHost): readonly Drawing[] =>
  host.store.get().areDrawingsVisible ? drawingsHere(host) : []

export const drawingOf = (host: StageHost, id: string): Drawing | undefined =>
  drawingsHere(host).find((one) => one.id === id)

export function select({ store, imageId }: StageHost, drawingId: string | undefined) {
  store.set((now) => {
    if (now.selected?.drawingId === drawingId) return now
    return { ...now, selected: drawingId === undefined ? undefined : { imageId, drawingId } }
  })
}

/** Under a pointer: a handle before a line before words, as a handle is the smallest. */
export function gripAt(host: StageHost, press: Press): Grip | undefined {
  const drawings = drawingsOf(host)
  const within = proximityOf(press.kind)
  const handle = handleAt(drawings, host.camera(), press.at, within)
  if (handle) return handle
  const labelled = press.label === undefined ? undefined : drawingOf(host, press.label)
  const last = labelled?.steps.at(-1)
  if (labelled && last) {
    // The words of a comment are the comment: it goes where they go.
    const isWordsOnly = labelled.tool === 'comment' || labelled.tool === 'marker'
    const handle = isWordsOnly ? 'start' : 'textBox'
    return { drawingId: labelled.id, step: last.step, handle }
  }
  return lineAt(drawings, host.camera(), press.at, within)
}

function changed(host: StageHost, start: Drawing, grip: Grip, from: Press, to: Press) {
  const camera = host.camera()
  const [a, b] = [toImage(camera, from.at), toImage(camera, to.at)]
  const by = { x: b.x - a.x, y: b.y - a.y }
  if (grip.handle === 'textBox') {
    const words = from.labelAt ? toImage(camera, from.labelAt) : placeOfWords(start)
    return words && withWordsAt(start, { x: words.x + by.x, y: words.y + by.y })
  }
  if (grip.handle === undefined) return withStepMoved(start, grip.step, by, host.context())
  // From where the handle was, not from where it was touched: it must not jump to the finger.
  const handle = stepOf(start, grip.step)?.handles[grip.handle]
  if (!handle) return undefined
  const place = { x: handle.x + by.x, y: handle.y + by.y }
  return withHandleAt(start, grip.step, grip.handle, place, host.context())
}

/** Takes a handle, a line or words along. One step to undo, from down to up. */
export function gripGesture(host: StageHost, start: Press, grip: Grip): Gesture {
  const { store, imageId, view } = host
  const before = store.imageState(imageId)
  const drawing = drawingOf(host, grip.drawingId)
  let isMoved = false
  select(host, grip.drawingId)
  view.set((now) => ({ ...now, grip, busyWith: 'grip' }))
  const free = () => view.set((now) => ({ ...now, busyWith: undefined }))
  return {
    move: (press) => {
      if (!isMoved && distance(start.at, press.at) < dragThreshold) return
      isMoved = true
      const next = drawing && changed(host, drawing, grip, start, press)
      if (next) store.adjust(imageId, withDrawing(next))
    },
    end: () => {
      free()
      if (isMoved) store.commit(imageId, (now) => now, before)
    },
    cancel: () => {
      free()
      if (drawing) store.adjust(imageId, withDrawing(drawing))
    },
  }
}

/** A step of a guided measurement goes with those that need it, anything else as a whole. */
function withoutGrip(host: StageHost, { drawingId, step }: Grip) {
  const drawing = drawingOf(host, drawingId)
  const rest = drawing && toolOf(drawing.tool).isGuided ? removeStep(drawing, step) : undefined
  return rest ? withDrawing(rest) : withoutDrawing(drawingId)
}

/** Everything that the pointer passes, as one step to undo. */
export function eraserGesture(host: StageHost, start: Press): Gesture {
  const { store, imageId } = host
  const before = store.imageState(imageId)
  const eraseAt = (press: Press) => {
    const grip = gripAt(host, press)
    if (grip) store.adjust(imageId, withoutGrip(host, grip))
  }
  eraseAt(start)
  return {
    move: eraseAt,
    end: () => store.commit(imageId, (now) => now, before),
    // Whoever pinches has the first finger on the image a moment before the second.
    cancel: () => store.adjust(imageId, (now) => ({ ...now, drawings: before.drawings })),
  }
}
