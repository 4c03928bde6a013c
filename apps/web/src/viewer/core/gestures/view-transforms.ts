import { zoomLimits } from '@talus/contract'
import type { Point, Viewport } from '@talus/contract'
import { getVisibleArea, computeFitScale, getScale, toImage } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import { dragWindow } from '../rendering/window.ts'

export const zoomStep = 1.2

type ZoomAndPan = Pick<Viewport, 'zoom' | 'pan' | 'shownIn'>

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** Keeps a part of the image at the centre of the viewport, so that it cannot get lost. */
function clampPan(camera: Camera, pan: Point): Point {
  const { width, height } = getVisibleArea(camera)
  return { x: clamp(pan.x, -width / 2, width / 2), y: clamp(pan.y, -height / 2, height / 2) }
}

/** Zooms so that the image point under `at` stays there. */
export function zoomTo(camera: Camera, at: Point, scale: number): ZoomAndPan {
  // A large image in a small viewport fits below the minimum zoom: fitting is its minimum.
  if (scale < zoomLimits.min && computeFitScale(camera) < zoomLimits.min)
    return { zoom: null, pan: { x: 0, y: 0 }, shownIn: undefined }
  const zoom = clamp(scale, zoomLimits.min, zoomLimits.max)
  const { pan } = camera.viewport
  const held = toImage(camera, at)
  const shownIn = camera.viewportSize
  const shown = toImage({ ...camera, viewport: { ...camera.viewport, zoom, shownIn } }, at)
  return {
    zoom,
    shownIn,
    pan: clampPan(camera, { x: pan.x + held.x - shown.x, y: pan.y + held.y - shown.y }),
  }
}

export const zoomBy = (camera: Camera, at: Point, factor: number): ZoomAndPan =>
  zoomTo(camera, at, getScale(camera) * factor)

/** Pans so that the image point under `from` moves to `to`. */
export function panView(camera: Camera, from: Point, to: Point): ZoomAndPan {
  const { zoom, shownIn, pan } = camera.viewport
  const [a, b] = [toImage(camera, from), toImage(camera, to)]
  return { zoom, shownIn, pan: clampPan(camera, { x: pan.x + a.x - b.x, y: pan.y + a.y - b.y }) }
}

/** A shorter drag, in screen pixels, is a click. */
export const dragThreshold = 4

const getMidpoint = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

type TouchPoints = readonly [Point, Point]

/** Two-finger pinch: the image points under the fingers stay under them. */
export function pinchView(camera: Camera, from: TouchPoints, to: TouchPoints): ZoomAndPan {
  const [before, after] = [getMidpoint(...from), getMidpoint(...to)]
  const moved = { ...camera.viewport, ...panView(camera, before, after) }
  // Avoids a division by zero for fingers at the same point.
  const factor = distance(...to) / Math.max(1, distance(...from))
  return zoomBy({ ...camera, viewport: moved }, after, factor)
}

/** Dragging up zooms in by a factor of two per 150 pixels. */
export const dragZoom = (camera: Camera, from: Point, to: Point): ZoomAndPan =>
  zoomBy(camera, from, 2 ** ((from.y - to.y) / 150))

interface WheelInput {
  readonly deltaY: number
  /** 0 pixels, 1 lines, 2 pages. */
  readonly deltaMode: number
  /** Browsers report a trackpad pinch as wheel events with Ctrl, in small steps. */
  readonly ctrlKey: boolean
}

/** One zoom step per wheel notch, and a fraction of it per trackpad event. */
export function getWheelFactor({ deltaY, deltaMode, ctrlKey }: WheelInput): number {
  const notch = deltaMode === 0 ? (ctrlKey ? 10 : 100) : deltaMode === 1 ? 3 : 1
  return zoomStep ** clamp(-deltaY / notch, -1, 1)
}

/** Counts whole wheel steps: small trackpad events add up. Down and right are forward. */
export function createWheelSteps() {
  let accumulated = 0
  return ({
    deltaX,
    deltaY,
    deltaMode,
  }: Omit<WheelInput, 'ctrlKey'> & { readonly deltaX: number }) => {
    // With Shift, some systems report horizontal wheel movement.
    const delta = deltaY === 0 ? deltaX : deltaY
    const notch = deltaMode === 0 ? 100 : deltaMode === 1 ? 3 : 1
    if (Math.sign(delta) !== Math.sign(accumulated)) accumulated = 0
    accumulated += delta / notch
    // Avoids -0.
    const steps = Math.trunc(accumulated) || 0
    accumulated -= steps
    return steps
  }
}

/** Current window and value range of an image, also with the default window of the file. */
export interface WindowState {
  readonly window: { readonly center: number; readonly width: number }
  /** Difference between the highest and the lowest value in the image. */
  readonly span: number
  /** Whether high values are dark, after the inversions by file and user. */
  readonly isInverse: boolean
}

export const dragWindowState = ({ window, span, isInverse }: WindowState, from: Point, to: Point) =>
  dragWindow(window, { x: to.x - from.x, y: to.y - from.y }, span, isInverse)
