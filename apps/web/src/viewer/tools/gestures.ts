import { zoomLimits } from '@talus/contract'
import type { Point, Viewport } from '@talus/contract'
import { cropped, fittingScale, scaleOf, toImage } from '../engine/camera.ts'
import type { Camera } from '../engine/camera.ts'
import { draggedWindow } from '../engine/window.ts'

export const zoomStep = 1.2

type Placed = Pick<Viewport, 'zoom' | 'pan'>

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** The middle of the cell always shows a part of the image, so that nobody loses it. */
function bounded(camera: Camera, pan: Point): Point {
  const { width, height } = cropped(camera)
  return { x: clamp(pan.x, -width / 2, width / 2), y: clamp(pan.y, -height / 2, height / 2) }
}

/** Another zoom, with the point of the image under `at` staying there. */
export function zoomedTo(camera: Camera, at: Point, scale: number): Placed {
  // A large image in a small cell fits at less than the least zoom: there, the smallest is to fit.
  if (scale < zoomLimits.min && fittingScale(camera) < zoomLimits.min)
    return { zoom: null, pan: { x: 0, y: 0 } }
  const zoom = clamp(scale, zoomLimits.min, zoomLimits.max)
  const { pan } = camera.viewport
  const held = toImage(camera, at)
  const shown = toImage({ ...camera, viewport: { ...camera.viewport, zoom } }, at)
  return {
    zoom,
    pan: bounded(camera, { x: pan.x + held.x - shown.x, y: pan.y + held.y - shown.y }),
  }
}

export const zoomedBy = (camera: Camera, at: Point, factor: number): Placed =>
  zoomedTo(camera, at, scaleOf(camera) * factor)

/** What was under `from` is under `to`. */
export function panned(camera: Camera, from: Point, to: Point): Placed {
  const { zoom, pan } = camera.viewport
  const [a, b] = [toImage(camera, from), toImage(camera, to)]
  return { zoom, pan: bounded(camera, { x: pan.x + a.x - b.x, y: pan.y + a.y - b.y }) }
}

const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

type Fingers = readonly [Point, Point]

/** Two fingers: what was between them stays between them, larger or smaller as they part. */
export function pinched(camera: Camera, from: Fingers, to: Fingers): Placed {
  const [before, after] = [middleOf(...from), middleOf(...to)]
  const moved = { ...camera.viewport, ...panned(camera, before, after) }
  // Fingers that meet have no distance to divide by.
  const factor = distance(...to) / Math.max(1, distance(...from))
  return zoomedBy({ ...camera, viewport: moved }, after, factor)
}

/** Dragging up enlarges, twice within 150 pixels. */
export const zoomDragged = (camera: Camera, from: Point, to: Point): Placed =>
  zoomedBy(camera, from, 2 ** ((from.y - to.y) / 150))

interface Turn {
  readonly deltaY: number
  /** 0 pixels, 1 lines, 2 pages. */
  readonly deltaMode: number
  /** A pinch on a trackpad comes as a wheel with Ctrl, in small steps. */
  readonly ctrlKey: boolean
}

/** One step for a notch of a wheel, and a part of one for each of a trackpad's many events. */
export function wheelFactor({ deltaY, deltaMode, ctrlKey }: Turn): number {
  const notch = deltaMode === 0 ? (ctrlKey ? 10 : 100) : deltaMode === 1 ? 3 : 1
  return zoomStep ** clamp(-deltaY / notch, -1, 1)
}

/** Whole steps of a wheel: a trackpad's many small turns add up to one. Down and to the right go on. */
export function createWheelSteps() {
  let turned = 0
  return ({ deltaX, deltaY, deltaMode }: Omit<Turn, 'ctrlKey'> & { readonly deltaX: number }) => {
    // With Shift, some systems turn a wheel across.
    const delta = deltaY === 0 ? deltaX : deltaY
    const notch = deltaMode === 0 ? 100 : deltaMode === 1 ? 3 : 1
    if (Math.sign(delta) !== Math.sign(turned)) turned = 0
    turned += delta / notch
    // Less than a step backwards is none, and not less than none.
    const steps = Math.trunc(turned) || 0
    turned -= steps
    return steps
  }
}

/** How the values of an image are shown now, also where that is what the file wishes. */
export interface ShownGreys {
  readonly window: { readonly center: number; readonly width: number }
  /** From the lowest value in the image to the highest. */
  readonly span: number
  /** High values are dark: by the file and the person together. */
  readonly isInverse: boolean
}

export const windowDragged = ({ window, span, isInverse }: ShownGreys, from: Point, to: Point) =>
  draggedWindow(window, { x: to.x - from.x, y: to.y - from.y }, span, isInverse)
