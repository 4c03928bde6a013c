import type { DrawingTool, Point } from '@talus/contract'
import { toolOf } from '@talus/measurements'
import { pointerTools } from '../model.ts'
import type { PointerTool } from '../model.ts'
import { withViewport } from '../store/viewer-store.ts'
import { calibrateGesture } from './calibrate.ts'
import { cropGesture } from './crop.ts'
import { dragThreshold } from './draft.ts'
import { drawGesture, followPointer, nextOf } from './draw-gesture.ts'
import { drawingsOf, eraserGesture, gripAt, gripGesture, select } from './edit-gestures.ts'
import type { Gesture, Grip, Press, StageHost } from './gesture.ts'
import { distance, wheelFactor, zoomedBy } from './gestures.ts'
import { handleAt, proximityOf } from './hit-test.ts'
import {
  magnifierGesture,
  panGesture,
  pinchGesture,
  windowGesture,
  zoomGesture,
} from './view-gestures.ts'

export const isDrawingTool = (tool: PointerTool): tool is DrawingTool =>
  !pointerTools.some((one) => one === tool)

/** Does nothing until the pointer has really gone somewhere: a click means something else. */
function onceMoved(start: Press, begin: () => Gesture | undefined, onClick: () => void): Gesture {
  let gesture: Gesture | undefined
  let isBegun = false
  return {
    move: (press) => {
      if (!isBegun && distance(start.at, press.at) < dragThreshold) return
      if (!isBegun) gesture = begin()
      isBegun = true
      gesture?.move(press)
    },
    end: (press) => (isBegun ? gesture?.end(press) : onClick()),
    cancel: () => gesture?.cancel(),
  }
}

function toolGesture(host: StageHost, press: Press): Gesture | undefined {
  const { tool } = host.store.get()
  if (isDrawingTool(tool)) return host.canDraw() ? drawGesture(host, press, tool) : undefined
  switch (tool) {
    case 'zoom':
      return zoomGesture(host, press)
    case 'pan':
      return panGesture(host, press)
    case 'magnifier':
      return magnifierGesture(host, press)
    default:
      return windowGesture(host, press)
  }
}

/** Taken at once: handles, words, and the lines of what is selected. Other lines first want a click. */
function isTaken(host: StageHost, grip: Grip) {
  return grip.handle !== undefined || host.store.get().selected?.drawingId === grip.drawingId
}

/**
 * What can be taken while something is drawn: handles and words of what is selected, as a new line may well
 * begin on an old one. Not the middle of a circle from which the next step of a measurement may start.
 */
function gripWhileDrawing(host: StageHost, press: Press, id: DrawingTool): Grip | undefined {
  const { selected } = host.store.get()
  const mine = drawingsOf(host).filter((one) => one.id === selected?.drawingId)
  const [drawing] = mine
  if (!drawing) return undefined
  const grip = handleAt(mine, host.camera(), press.at, proximityOf(press.kind))
  if (!grip) return press.label === drawing.id ? gripAt(host, press) : undefined
  const tool = toolOf(drawing.tool)
  const isMiddle = grip.handle === 'start' && tool.steps[grip.step - 1]?.shape === 'circle'
  return isMiddle && tool.id === id && nextOf(host, id) ? undefined : grip
}

/** What a press of the first button or of a finger begins. */
function chosen(host: StageHost, press: Press): Gesture | undefined {
  const { tool } = host.store.get()
  if (tool === 'magnifier') return magnifierGesture(host, press)
  if (tool === 'crop') return host.canDraw() ? cropGesture(host, press) : undefined
  if (tool === 'calibrate') return host.canDraw() ? calibrateGesture(host, press) : undefined
  if (!host.canDraw()) return toolGesture(host, press)
  if (tool === 'eraser') return eraserGesture(host, press)
  if (isDrawingTool(tool)) {
    if (host.view.get().draft) return drawGesture(host, press, tool)
    const grip = gripWhileDrawing(host, press, tool)
    return grip ? gripGesture(host, press, grip) : drawGesture(host, press, tool)
  }
  const grip = gripAt(host, press)
  if (grip && isTaken(host, grip)) return gripGesture(host, press, grip)
  return onceMoved(
    press,
    () => toolGesture(host, press),
    () => select(host, grip?.drawingId),
  )
}

const isSameGrip = (a: Grip | undefined, b: Grip | undefined) =>
  a?.drawingId === b?.drawingId && a?.step === b?.step && a?.handle === b?.handle

/** From pointers to what they do. Knows nothing of the page: it can be driven by a test. */
export function createController(host: StageHost) {
  const pointers = new Map<number, Point>()
  let gesture: Gesture | undefined
  /** The pointer, or the two fingers, that the gesture belongs to. */
  let owners: readonly number[] = []

  const begin = (next: Gesture | undefined, ids: readonly number[]) => {
    gesture = next
    owners = ids
  }
  const hover = (press: Press) => {
    const { tool } = host.store.get()
    const isEditing = host.canDraw() && tool !== 'crop' && tool !== 'calibrate'
    const found = !isEditing
      ? undefined
      : isDrawingTool(tool)
        ? gripWhileDrawing(host, press, tool)
        : gripAt(host, press)
    host.view.set((now) => (isSameGrip(now.grip, found) ? now : { ...now, grip: found }))
  }

  return {
    down: (press: Press) => {
      pointers.set(press.id, press.at)
      const ids = [...pointers.keys()]
      const [first, second] = ids
      if (
        press.kind === 'touch' &&
        ids.length === 2 &&
        first !== undefined &&
        second !== undefined
      ) {
        gesture?.cancel()
        const pair = [first, second] as const
        begin(
          pinchGesture(host, pair, (id) => pointers.get(id)),
          pair,
        )
      } else if (ids.length === 1) {
        if (press.button === 1) begin(panGesture(host, press), [press.id])
        else if (press.button === 2) begin(zoomGesture(host, press), [press.id])
        else begin(chosen(host, press), [press.id])
      }
    },
    move: (press: Press) => {
      if (pointers.has(press.id)) pointers.set(press.id, press.at)
      if (gesture && owners.includes(press.id)) gesture.move(press)
      else if (host.view.get().draft) followPointer(host, press)
      else if (pointers.size === 0) hover(press)
    },
    up: (press: Press) => {
      pointers.delete(press.id)
      if (!gesture || !owners.includes(press.id)) return
      const ended = gesture
      // Before it ends: what it does then may ask a question, and another press may come.
      begin(undefined, [])
      ended.end(press)
    },
    /** The browser took a pointer away. */
    lose: (id: number) => {
      pointers.delete(id)
      if (!gesture || !owners.includes(id)) return
      gesture.cancel()
      begin(undefined, [])
    },
    leave: () => {
      if (pointers.size === 0) host.view.set((now) => ({ ...now, grip: undefined }))
    },
    wheel: (at: Point, turn: Parameters<typeof wheelFactor>[0]) => {
      const placed = zoomedBy(host.camera(), at, wheelFactor(turn))
      host.store.adjust(host.imageId, withViewport(placed))
    },
    /** Escape: says whether there was anything to end. */
    cancel: (): boolean => {
      const isBusy = gesture !== undefined || host.view.get().draft !== undefined
      gesture?.cancel()
      begin(undefined, [])
      host.view.set((now) => ({ ...now, draft: undefined, reference: undefined }))
      return isBusy
    },
  }
}

export type Controller = ReturnType<typeof createController>
