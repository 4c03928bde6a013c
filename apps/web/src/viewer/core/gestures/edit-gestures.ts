import type { Drawing } from '@talus/contract'
import { removeStep, getTool } from '@talus/measurements'
import { toImage } from '../camera/camera.ts'
import { filterByFrame, getFrame, withDrawing, withoutDrawing } from '../store/viewer-store.ts'
import { dragHandle, dragStep, findStep, moveLabel } from './edit.ts'
import type { Gesture, Grip, PointerInput, GestureHost } from './gesture-types.ts'
import { distance, dragThreshold } from './view-transforms.ts'
import { findHandle, findLine, getProximity } from './hit-test.ts'
import { getLabelPosition } from './label-position.ts'

/** Drawings of the visible frame. */
export const listFrameDrawings = ({ store, viewId }: GestureHost): readonly Drawing[] =>
  filterByFrame(store.viewState(viewId).drawings, getFrame(store.get(), viewId))

export const listVisibleDrawings = (host: GestureHost): readonly Drawing[] =>
  host.store.get().areDrawingsVisible ? listFrameDrawings(host) : []

export const findDrawing = (host: GestureHost, id: string): Drawing | undefined =>
  listFrameDrawings(host).find((one) => one.id === id)

export function selectDrawing({ store, viewId }: GestureHost, drawingId: string | undefined) {
  store.set((now) => {
    if (now.selected?.drawingId === drawingId) return now
    return { ...now, selected: drawingId === undefined ? undefined : { viewId, drawingId } }
  })
}

/** Part under the pointer; handles come first because they are the smallest, then labels. */
export function findGrip(host: GestureHost, press: PointerInput): Grip | undefined {
  const drawings = listVisibleDrawings(host)
  const within = getProximity(press.kind)
  const free = drawings.filter(host.store.mayChange)
  const handle = findHandle(free, host.camera(), press.at, within)
  if (handle) return handle
  const labelled = press.label === undefined ? undefined : findDrawing(host, press.label)
  const last = labelled?.steps.at(-1)
  if (labelled && last) {
    // A comment consists of its text only, so dragging the text moves the comment.
    const isTextOnly = labelled.tool === 'comment' || labelled.tool === 'marker'
    const handle = isTextOnly ? 'start' : 'textBox'
    return { drawingId: labelled.id, step: last.step, handle }
  }
  return findLine(drawings, host.camera(), press.at, within)
}

function dragPart(
  host: GestureHost,
  start: Drawing,
  grip: Grip,
  from: PointerInput,
  current: PointerInput,
) {
  const camera = host.camera()
  const [a, b] = [toImage(camera, from.at), toImage(camera, current.at)]
  const by = { x: b.x - a.x, y: b.y - a.y }
  if (grip.handle === 'textBox') {
    const label = from.labelAt ? toImage(camera, from.labelAt) : getLabelPosition(start)
    return label && moveLabel(start, { x: label.x + by.x, y: label.y + by.y })
  }
  if (grip.handle === undefined) return dragStep(start, grip.step, by, host.context())
  // Relative to the handle, not to the touched point: the handle must not jump to the finger.
  const handle = findStep(start, grip.step)?.handles[grip.handle]
  if (!handle) return undefined
  const to = { x: handle.x + by.x, y: handle.y + by.y }
  return dragHandle(start, grip.step, grip.handle, to, host.context())
}

/** Drags a handle, a line or a label; one undo step from press to release. */
export function createGripGesture(host: GestureHost, start: PointerInput, grip: Grip): Gesture {
  const { store, viewId, view } = host
  const before = store.viewState(viewId)
  const drawing = findDrawing(host, grip.drawingId)
  let isMoved = false
  selectDrawing(host, grip.drawingId)
  view.set((now) => ({ ...now, grip, busyWith: 'grip' }))
  const free = () => view.set((now) => ({ ...now, busyWith: undefined }))
  return {
    move: (press) => {
      if (!isMoved && distance(start.at, press.at) < dragThreshold) return
      isMoved = true
      const next = drawing && dragPart(host, drawing, grip, start, press)
      if (next) store.adjust(viewId, withDrawing(next))
    },
    end: () => {
      free()
      if (isMoved) store.commit(viewId, (now) => now, before)
    },
    cancel: () => {
      free()
      if (drawing) store.adjust(viewId, withDrawing(drawing))
    },
  }
}

/** Removes a step of a guided measurement with the steps that need it, or the whole drawing. */
function removePart(host: GestureHost, { drawingId, step }: Grip) {
  const drawing = findDrawing(host, drawingId)
  const rest = drawing && getTool(drawing.tool).isGuided ? removeStep(drawing, step) : undefined
  return rest ? withDrawing(rest) : withoutDrawing(drawingId)
}

/** Erases everything that the pointer touches, as one undo step. */
export function createEraserGesture(host: GestureHost, start: PointerInput): Gesture {
  const { store, viewId } = host
  const before = store.viewState(viewId)
  const eraseAt = (press: PointerInput) => {
    const grip = findGrip(host, press)
    const drawing = grip && findDrawing(host, grip.drawingId)
    if (!grip || !drawing) return
    if (store.mayChange(drawing)) store.adjust(viewId, removePart(host, grip))
    else host.report('restricted')
  }
  eraseAt(start)
  return {
    move: eraseAt,
    end: () => store.commit(viewId, (now) => now, before),
    // In a pinch the first finger touches the image before the second and may have erased.
    cancel: () => store.adjust(viewId, (now) => ({ ...now, drawings: before.drawings })),
  }
}
