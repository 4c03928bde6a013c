import { withViewport } from '../store/viewer-store.ts'
import type { Gesture, Press, StageHost } from './gesture.ts'
import { panned, pinched, windowDragged, zoomDragged } from './gestures.ts'
import type { Point } from '@talus/contract'

/** Zoom and pan are no steps to undo: nobody wants them back one by one. Window and level are. */
export function windowGesture(host: StageHost, start: Press): Gesture {
  const { imageId, store } = host
  const before = store.imageState(imageId)
  const greys = host.greys()
  let isMoved = false
  return {
    move: ({ at }) => {
      if (!greys) return
      isMoved = true
      store.adjust(imageId, withViewport({ window: windowDragged(greys, start.at, at) }))
    },
    end: () => isMoved && store.commit(imageId, (now) => now, before),
    cancel: () => store.adjust(imageId, withViewport({ window: before.viewport.window })),
  }
}

const backTo = (host: StageHost) => {
  const { zoom, pan } = host.store.imageState(host.imageId).viewport
  return () => host.store.adjust(host.imageId, withViewport({ zoom, pan }))
}

export function zoomGesture(host: StageHost, start: Press): Gesture {
  const camera = host.camera()
  return {
    move: ({ at }) =>
      host.store.adjust(host.imageId, withViewport(zoomDragged(camera, start.at, at))),
    end: () => {},
    cancel: backTo(host),
  }
}

export function panGesture(host: StageHost, start: Press): Gesture {
  const camera = host.camera()
  const back = backTo(host)
  const free = () => host.view.set((now) => ({ ...now, busyWith: undefined }))
  host.view.set((now) => ({ ...now, busyWith: 'pan' }))
  return {
    move: ({ at }) => host.store.adjust(host.imageId, withViewport(panned(camera, start.at, at))),
    end: free,
    cancel: () => {
      free()
      back()
    },
  }
}

/** Ends when one of the two fingers leaves. */
export function pinchGesture(
  host: StageHost,
  fingers: readonly [number, number],
  pointOf: (id: number) => Point | undefined,
): Gesture {
  const camera = host.camera()
  const [a, b] = [pointOf(fingers[0]), pointOf(fingers[1])]
  return {
    move: () => {
      const [x, y] = [pointOf(fingers[0]), pointOf(fingers[1])]
      if (a && b && x && y)
        host.store.adjust(host.imageId, withViewport(pinched(camera, [a, b], [x, y])))
    },
    end: () => {},
    cancel: () => {},
  }
}

export function magnifierGesture(host: StageHost, start: Press): Gesture {
  const hide = () => host.view.set((now) => ({ ...now, magnifier: undefined }))
  const show = ({ at, kind }: Press) =>
    host.view.set((now) => ({ ...now, magnifier: { at, isTouch: kind === 'touch' } }))
  show(start)
  return { move: show, end: hide, cancel: hide }
}
