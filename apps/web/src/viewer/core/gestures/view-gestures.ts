import { withViewport } from '../store/viewer-store.ts'
import type { Gesture, PointerInput, GestureHost } from './gesture-types.ts'
import { panView, pinchView, dragWindowState, dragZoom } from './view-transforms.ts'
import type { Point } from '@talus/contract'
import { getAngle, withAngle } from '../camera/angle.ts'
import type { Camera } from '../camera/camera.ts'

/**
 * Window and level changes are undo steps; zoom and pan are not, because users do not undo them.
 */
export function createWindowGesture(host: GestureHost, start: PointerInput): Gesture {
  const { viewId, store } = host
  const before = store.viewState(viewId)
  const windowState = host.windowState()
  let isMoved = false
  return {
    move: ({ at }) => {
      if (!windowState) return
      isMoved = true
      store.adjust(viewId, withViewport({ window: dragWindowState(windowState, start.at, at) }))
    },
    end: () => isMoved && store.commit(viewId, (now) => now, before),
    cancel: () => store.adjust(viewId, withViewport({ window: before.viewport.window })),
  }
}

const createRestore = (host: GestureHost) => {
  const { zoom, shownIn, pan } = host.store.viewState(host.viewId).viewport
  return () => host.store.adjust(host.viewId, withViewport({ zoom, shownIn, pan }))
}

export function createZoomGesture(host: GestureHost, start: PointerInput): Gesture {
  const camera = host.camera()
  return {
    move: ({ at }) => host.store.adjust(host.viewId, withViewport(dragZoom(camera, start.at, at))),
    end: () => {},
    cancel: createRestore(host),
  }
}

export function createPanGesture(host: GestureHost, start: PointerInput): Gesture {
  const camera = host.camera()
  const restore = createRestore(host)
  const clearBusy = () => host.view.set((now) => ({ ...now, busyWith: undefined }))
  host.view.set((now) => ({ ...now, busyWith: 'pan' }))
  return {
    move: ({ at }) => host.store.adjust(host.viewId, withViewport(panView(camera, start.at, at))),
    end: clearBusy,
    cancel: () => {
      clearBusy()
      restore()
    },
  }
}

const getDirection = ({ viewportSize }: Camera, { x, y }: Point) =>
  (Math.atan2(y - viewportSize.height / 2, x - viewportSize.width / 2) * 180) / Math.PI

/** Angles with Shift are multiples of this. */
export const angleSnap = 15

/** Rotates about the centre of the viewport, by the angle that the pointer moves around it. */
export function createRotateGesture(host: GestureHost, start: PointerInput): Gesture {
  const { viewId, store } = host
  const before = store.viewState(viewId)
  const camera = host.camera()
  const setBusy = (busyWith: 'rotate' | undefined) => host.view.set((now) => ({ ...now, busyWith }))
  setBusy('rotate')
  return {
    move: ({ at, hasShift }) => {
      const turned = getDirection(camera, at) - getDirection(camera, start.at)
      const angle = getAngle(before.viewport) + turned
      const snapped = hasShift ? Math.round(angle / angleSnap) * angleSnap : angle
      const { rotation, tilt } = withAngle(before.viewport, snapped)
      store.adjust(viewId, withViewport({ rotation, tilt }))
    },
    end: () => {
      setBusy(undefined)
      store.commit(viewId, (now) => now, before)
    },
    cancel: () => {
      setBusy(undefined)
      const { rotation, tilt } = before.viewport
      store.adjust(viewId, withViewport({ rotation, tilt }))
    },
  }
}

/** Ends when one of the two fingers is lifted. */
export function createPinchGesture(
  host: GestureHost,
  fingers: readonly [number, number],
  pointOf: (id: number) => Point | undefined,
): Gesture {
  const camera = host.camera()
  const [a, b] = [pointOf(fingers[0]), pointOf(fingers[1])]
  return {
    move: () => {
      const [x, y] = [pointOf(fingers[0]), pointOf(fingers[1])]
      if (a && b && x && y)
        host.store.adjust(host.viewId, withViewport(pinchView(camera, [a, b], [x, y])))
    },
    end: () => {},
    cancel: () => {},
  }
}

export function createMagnifierGesture(host: GestureHost, start: PointerInput): Gesture {
  const hide = () => host.view.set((now) => ({ ...now, magnifier: undefined }))
  const show = ({ at, kind }: PointerInput) =>
    host.view.set((now) => ({ ...now, magnifier: { at, isTouch: kind === 'touch' } }))
  show(start)
  return { move: show, end: hide, cancel: hide }
}

/** Screen pixels of a drag for one slice. */
const scrollStep = 6

/** Goes through the slices of a stack: down is forward, as with the wheel. */
export function createScrollGesture(host: GestureHost, start: PointerInput): Gesture {
  let done = 0
  const scrollTo = (steps: number) => {
    if (steps !== done && host.canBrowse()) host.browse(steps - done)
    done = steps
  }
  return {
    move: ({ at }) => scrollTo(Math.trunc((at.y - start.at.y) / scrollStep)),
    end: () => {},
    cancel: () => scrollTo(0),
    canChangeImage: () => true,
  }
}
