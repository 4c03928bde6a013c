import { isDrawingTool } from '@talus/contract'
import type { DrawingTool, Point } from '@talus/contract'
import { getTool } from '@talus/measurements'
import { withViewport } from '../store/viewer-store.ts'
import { createCalibrateGesture } from './calibrate.ts'
import { createCropGesture } from './crop.ts'
import { createDrawGesture, followPointer, getNextDrawingStep, setDraft } from './draw-gesture.ts'
import {
  listVisibleDrawings,
  createEraserGesture,
  findGrip,
  createGripGesture,
  selectDrawing,
} from './edit-gestures.ts'
import type { Gesture, Grip, PointerInput, GestureHost } from './gesture-types.ts'
import {
  createWheelSteps,
  distance,
  dragThreshold,
  getWheelFactor,
  zoomBy,
} from './view-transforms.ts'
import { findHandle, getProximity } from './hit-test.ts'
import {
  createMagnifierGesture,
  createPanGesture,
  createPinchGesture,
  createWindowGesture,
  createZoomGesture,
} from './view-gestures.ts'

/** Starts the gesture only after the pointer has moved; otherwise it is a click. */
function startOnMove(
  start: PointerInput,
  begin: () => Gesture | undefined,
  onClick: () => void,
): Gesture {
  let gesture: Gesture | undefined
  let isStarted = false
  return {
    move: (press) => {
      if (!isStarted && distance(start.at, press.at) < dragThreshold) return
      if (!isStarted) gesture = begin()
      isStarted = true
      gesture?.move(press)
    },
    end: (press) => (isStarted ? gesture?.end(press) : onClick()),
    cancel: () => gesture?.cancel(),
  }
}

function createToolGesture(host: GestureHost, press: PointerInput): Gesture | undefined {
  const { tool } = host.store.get()
  if (isDrawingTool(tool)) return host.canDraw() ? createDrawGesture(host, press, tool) : undefined
  switch (tool) {
    case 'zoom':
      return createZoomGesture(host, press)
    case 'pan':
      return createPanGesture(host, press)
    case 'magnifier':
      return createMagnifierGesture(host, press)
    default:
      return createWindowGesture(host, press)
  }
}

/** Handles, labels and the selected drawing are dragged at once; other lines need a click first. */
function isDraggedAtOnce(host: GestureHost, grip: Grip) {
  return grip.handle !== undefined || host.store.get().selected?.drawingId === grip.drawingId
}

/**
 * While a drawing tool is active, only handles and the label of the selected drawing can be
 * dragged, because a new line may start on an old one. The centre of a circle is excluded while the
 * next step of the same measurement may start there.
 */
function gripWhileDrawing(
  host: GestureHost,
  press: PointerInput,
  id: DrawingTool,
): Grip | undefined {
  const { selected } = host.store.get()
  const mine = listVisibleDrawings(host).filter((one) => one.id === selected?.drawingId)
  const [drawing] = mine
  if (!drawing) return undefined
  const grip = findHandle(mine, host.camera(), press.at, getProximity(press.kind))
  if (!grip) return press.label === drawing.id ? findGrip(host, press) : undefined
  const tool = getTool(drawing.tool)
  const isMiddle = grip.handle === 'start' && tool.steps[grip.step - 1]?.shape === 'circle'
  return isMiddle && tool.id === id && getNextDrawingStep(host, id) ? undefined : grip
}

/** Starts the gesture of the primary button or a finger. */
function createPrimaryGesture(host: GestureHost, press: PointerInput): Gesture | undefined {
  const { tool } = host.store.get()
  if (tool === 'magnifier') return createMagnifierGesture(host, press)
  if (tool === 'crop') return host.canDraw() ? createCropGesture(host, press) : undefined
  if (tool === 'calibrate') return host.canDraw() ? createCalibrateGesture(host, press) : undefined
  if (!host.canDraw()) return createToolGesture(host, press)
  if (tool === 'eraser') return createEraserGesture(host, press)
  if (isDrawingTool(tool)) {
    if (host.view.get().draft) return createDrawGesture(host, press, tool)
    const grip = gripWhileDrawing(host, press, tool)
    return grip ? createGripGesture(host, press, grip) : createDrawGesture(host, press, tool)
  }
  const grip = findGrip(host, press)
  if (grip && isDraggedAtOnce(host, grip)) return createGripGesture(host, press, grip)
  return startOnMove(
    press,
    () => createToolGesture(host, press),
    () => selectDrawing(host, grip?.drawingId),
  )
}

type WheelTurn = Parameters<typeof getWheelFactor>[0] &
  Parameters<ReturnType<typeof createWheelSteps>>[0]

const isSameGrip = (a: Grip | undefined, b: Grip | undefined) =>
  a?.drawingId === b?.drawingId && a?.step === b?.step && a?.handle === b?.handle

/** Translates pointer input to gestures. Independent of the DOM, so that tests can drive it. */
export function createController(host: GestureHost) {
  const pointers = new Map<number, Point>()
  let gesture: Gesture | undefined
  /** Ids of the pointer or the two fingers of the current gesture. */
  let owners: readonly number[] = []
  const toWheelSteps = createWheelSteps()

  const setGesture = (next: Gesture | undefined, ids: readonly number[]) => {
    gesture = next
    owners = ids
  }
  const hover = (press: PointerInput) => {
    const { tool } = host.store.get()
    const isEditing = host.canDraw() && tool !== 'crop' && tool !== 'calibrate'
    const found = !isEditing
      ? undefined
      : isDrawingTool(tool)
        ? gripWhileDrawing(host, press, tool)
        : findGrip(host, press)
    host.view.set((now) => (isSameGrip(now.grip, found) ? now : { ...now, grip: found }))
  }

  return {
    down: (press: PointerInput) => {
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
        setGesture(
          createPinchGesture(host, pair, (id) => pointers.get(id)),
          pair,
        )
      } else if (ids.length === 1) {
        if (press.button === 1) setGesture(createPanGesture(host, press), [press.id])
        else if (press.button === 2) setGesture(createZoomGesture(host, press), [press.id])
        else setGesture(createPrimaryGesture(host, press), [press.id])
      }
    },
    move: (press: PointerInput) => {
      if (pointers.has(press.id)) pointers.set(press.id, press.at)
      if (gesture && owners.includes(press.id)) gesture.move(press)
      else if (host.view.get().draft) followPointer(host, press)
      else if (pointers.size === 0) hover(press)
    },
    up: (press: PointerInput) => {
      pointers.delete(press.id)
      if (!gesture || !owners.includes(press.id)) return
      const ended = gesture
      // Reset before `end`, which may open a dialog while another press arrives.
      setGesture(undefined, [])
      ended.end(press)
    },
    /** Called when the browser cancels a pointer. */
    lose: (id: number) => {
      pointers.delete(id)
      if (!gesture || !owners.includes(id)) return
      gesture.cancel()
      setGesture(undefined, [])
    },
    leave: () => {
      if (pointers.size === 0) host.view.set((now) => ({ ...now, grip: undefined }))
    },
    /**
     * The wheel goes through frames or images. It zooms with Ctrl, which is also how browsers report
     * a pinch on a trackpad; with the zoom tool; while a step is being drawn, which another image
     * would cancel; and if there is nothing to go to.
     */
    wheel: (at: Point, turn: WheelTurn) => {
      const isBrowsing =
        !turn.ctrlKey &&
        host.canBrowse() &&
        host.store.get().tool !== 'zoom' &&
        host.view.get().draft === undefined &&
        gesture === undefined
      if (isBrowsing) {
        const by = toWheelSteps(turn)
        if (by !== 0) host.browse(by)
        return
      }
      const view = zoomBy(host.camera(), at, getWheelFactor(turn))
      host.store.adjust(host.viewId, withViewport(view))
    },
    /** Cancels the current gesture or step; returns whether there was one. */
    cancel: (): boolean => {
      const isBusy = gesture !== undefined || host.view.get().draft !== undefined
      gesture?.cancel()
      setGesture(undefined, [])
      setDraft(host, undefined)
      host.view.set((now) => ({ ...now, reference: undefined }))
      return isBusy
    },
  }
}

export type Controller = ReturnType<typeof createController>
