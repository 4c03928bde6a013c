import { getVisibleArea, toMatrix, toScreen } from './camera.ts'
import type { Camera } from './camera.ts'
import type { ImageLevel } from '../loading/pixels.ts'

/** The part of a canvas that an image covers, in whole device pixels. */
export interface Placement {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export const getCanvasSize = ({ viewportSize }: Camera, ratio: number) => ({
  width: Math.max(1, Math.round(viewportSize.width * ratio)),
  height: Math.max(1, Math.round(viewportSize.height * ratio)),
})

/**
 * The device pixels whose centre is on the visible area of the image, or in the rectangle around it
 * if the image is tilted; undefined if none is.
 */
export function computePlacement(camera: Camera, ratio: number): Placement | undefined {
  const shown = getVisibleArea(camera)
  const corners = [
    { x: shown.left, y: shown.top },
    { x: shown.left + shown.width, y: shown.top },
    { x: shown.left + shown.width, y: shown.top + shown.height },
    { x: shown.left, y: shown.top + shown.height },
  ].map((corner) => toScreen(camera, corner))
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const canvas = getCanvasSize(camera, ratio)
  // Slightly more than a half, so that an image that fits exactly also fits after rounding.
  const first = (at: number, end: number) =>
    Math.min(end, Math.max(0, Math.ceil(at * ratio - 0.500_001)))
  const left = first(Math.min(...xs), canvas.width)
  const top = first(Math.min(...ys), canvas.height)
  const width = first(Math.max(...xs), canvas.width) - left
  const height = first(Math.max(...ys), canvas.height) - top
  return width > 0 && height > 0 ? { left, top, width, height } : undefined
}

/** Matrix from image pixels to device pixels, as a, b, c, d, e, f. */
export function toDeviceMatrix(camera: Camera, ratio: number) {
  const [a, b, c, d, e, f] = toMatrix(camera)
  return [a * ratio, b * ratio, c * ratio, d * ratio, e * ratio, f * ratio] as const
}

/**
 * The smallest level with at least about as many pixels as the screen shows of it. A larger one
 * would skip pixels, and fine lines would flicker.
 */
export function chooseLevel(
  levels: readonly ImageLevel[],
  camera: Camera,
  ratio: number,
): ImageLevel | undefined {
  const [a, b, c, d] = toDeviceMatrix(camera, ratio)
  const scale = Math.max(Math.hypot(a, b), Math.hypot(c, d))
  const enough = levels.filter(({ stepX }) => stepX * scale <= 1.001)
  return enough.at(-1) ?? levels[0]
}
