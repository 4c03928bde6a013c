import { isDrawingTool } from '@talus/contract'
import type { Drawing, DrawingTool, Point } from '@talus/contract'
import { getTool, handleProximity } from '@talus/measurements'
import { toScreen } from '../camera/camera.ts'
import type { PointerTool } from '../model.ts'
import { withViewport } from '../store/viewer-store.ts'
import { createCalibrateGesture } from './calibrate.ts'
import { createCropGesture } from './crop.ts'
import {
  cancelDraft,
  createDrawGesture,
  followPointer,
  getDraft,
  getNextDrawingStep,
} from './draw-gesture.ts'
import {
  listVisibleDrawings,
  createEraserGesture,
  findDrawing,
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
  createRotateGesture,
  createScrollGesture,
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
    canChangeImage: () => gesture?.canChangeImage?.() ?? false,
  }
}

function createToolGesture(host: GestureHost, press: PointerInput): Gesture | undefined {
  const { tool } = host.store.get()
  if (isDrawingTool(tool)) return createDrawGesture(host, press, tool)
  switch (tool) {
    case 'zoom':
      return createZoomGesture(host, press)
    case 'pan':
      return createPanGesture(host, press)
    case 'rotate':
      return createRotateGesture(host, press)
    case 'magnifier':
      return createMagnifierGesture(host, press)
    case 'scroll':
      return createScrollGesture(host, press)
    default:
      return createWindowGesture(host, press)
  }
}

/** Handles, labels and the selected drawing are dragged at once; other lines need a click first. */
function isDraggedAtOnce(host: GestureHost, grip: Grip) {
  if (grip.handle !== undefined) return true
  const drawing = findDrawing(host, grip.drawingId)
  const isSelected = host.store.get().selected?.drawingId === grip.drawingId
  return isSelected && drawing !== undefined && host.store.mayChange(drawing)
}

/** A finger covers more than a handle: a new drawing may start near one that is not selected. */
const getProximityOfOthers = (kind: PointerInput['kind']) =>
  kind === 'touch' ? 12 : handleProximity

const isCircleCentre = (drawing: Drawing, grip: Grip) =>
  grip.handle === 'start' && getTool(drawing.tool).steps[grip.step - 1]?.shape === 'circle'

/** The shape of the next step of the same measurement; undefined if the tool draws another one. */
function getNextShape(host: GestureHost, drawing: Drawing, id: DrawingTool) {
  const next = drawing.tool === id ? getNextDrawingStep(host, id) : undefined
  return next?.base?.id === drawing.id ? next.tool.steps[next.number - 1]?.shape : undefined
}

/**
 * While a drawing tool is active, only handles and the label of the selected drawing can be
 * dragged, because a new line may start on an old one. The centre of a circle is excluded while the
 * next step of the same measurement is a circle, which often has the same centre.
 */
function gripWhileDrawing(
  host: GestureHost,
  press: PointerInput,
  id: DrawingTool,
): Grip | undefined {
  const { selected } = host.store.get()
  const drawings = listVisibleDrawings(host).filter(host.store.mayChange)
  const mine = drawings.filter((one) => one.id === selected?.drawingId)
  const others = drawings.filter((one) => one.id !== selected?.drawingId)
  const camera = host.camera()
  const grip =
    findHandle(mine, camera, press.at, getProximity(press.kind)) ??
    (mine.some((one) => one.id === press.label) ? findGrip(host, press) : undefined) ??
    findHandle(others, camera, press.at, getProximityOfOthers(press.kind))
  const drawing = grip && findDrawing(host, grip.drawingId)
  if (!grip || !drawing) return undefined
  const isExcluded = isCircleCentre(drawing, grip) && getNextShape(host, drawing, id) === 'circle'
  return isExcluded ? undefined : grip
}

/**
 * Drags the centre of a circle, while the next step may start there too: inside of the circle the
 * drag moves it, beyond its rim it draws the step.
 */
function createCentreGesture(
  host: GestureHost,
  start: PointerInput,
  grip: Grip,
  id: DrawingTool,
): Gesture {
  const step = findDrawing(host, grip.drawingId)?.steps.find(({ step }) => step === grip.step)
  const { start: centre, end: rim } = step?.handles ?? {}
  const camera = host.camera()
  const radius = centre && rim ? distance(toScreen(camera, centre), toScreen(camera, rim)) : 0
  let gesture: Gesture | undefined = createGripGesture(host, start, grip)
  let isMoving = true
  return {
    move: (press) => {
      if (isMoving && distance(start.at, press.at) > radius) {
        isMoving = false
        gesture?.cancel()
        gesture = createDrawGesture(host, start, id)
      }
      gesture?.move(press)
    },
    end: (press) => gesture?.end(press),
    cancel: () => gesture?.cancel(),
  }
}

/** Drags a handle while a drawing tool is active. */
function createHandleGesture(
  host: GestureHost,
  press: PointerInput,
  grip: Grip,
  id: DrawingTool,
): Gesture {
  const drawing = findDrawing(host, grip.drawingId)
  const isAmbiguous =
    drawing && isCircleCentre(drawing, grip) && getNextShape(host, drawing, id) !== undefined
  return isAmbiguous
    ? createCentreGesture(host, press, grip, id)
    : createGripGesture(host, press, grip)
}

/** Whether a tool changes the image or its drawings, which a read-only image does not allow. */
export const needsDrawing = (tool: PointerTool): boolean =>
  isDrawingTool(tool) || tool === 'eraser' || tool === 'crop' || tool === 'calibrate'

/** Starts the gesture of the primary button or a finger. */
function createPrimaryGesture(host: GestureHost, press: PointerInput): Gesture | undefined {
  const { tool } = host.store.get()
  if (tool === 'magnifier') return createMagnifierGesture(host, press)
  if (!host.canDraw()) {
    if (!needsDrawing(tool)) return createToolGesture(host, press)
    host.report('readOnly')
    return undefined
  }
  if (tool === 'crop') return createCropGesture(host, press)
  if (tool === 'calibrate') return createCalibrateGesture(host, press)
  if (tool === 'eraser') return createEraserGesture(host, press)
  if (isDrawingTool(tool)) {
    if (getDraft(host)) return createDrawGesture(host, press, tool)
    const grip = gripWhileDrawing(host, press, tool)
    return grip
      ? createHandleGesture(host, press, grip, tool)
      : createDrawGesture(host, press, tool)
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
    const hovered = needsDrawing(tool) ? undefined : findGrip(host, press)?.drawingId
    host.view.set((now) =>
      isSameGrip(now.grip, found) && now.hovered === hovered
        ? now
        : { ...now, grip: found, hovered },
    )
  }

  /** Cancels the current gesture or step; returns whether there was one. */
  function cancel(): boolean {
    const isBusy = gesture !== undefined || getDraft(host) !== undefined
    gesture?.cancel()
    setGesture(undefined, [])
    cancelDraft(host)
    host.view.set((now) => ({ ...now, reference: undefined }))
    return isBusy
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
      else if (getDraft(host)) followPointer(host, press)
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
      if (pointers.size === 0)
        host.view.set((now) => ({ ...now, grip: undefined, hovered: undefined }))
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
        getDraft(host) === undefined &&
        gesture === undefined
      if (isBrowsing) {
        const by = toWheelSteps(turn)
        if (by !== 0) host.browse(by)
        return
      }
      const view = zoomBy(host.camera(), at, getWheelFactor(turn))
      host.store.adjust(host.viewId, withViewport(view))
    },
    cancel,
    /** The layer shows another image: cancels the gesture, unless it goes through the images. */
    changeImage: () => {
      if (gesture?.canChangeImage?.() !== true) cancel()
    },
  }
}

export type Controller = ReturnType<typeof createController>
