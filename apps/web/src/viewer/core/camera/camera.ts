import { hasArea } from '@talus/contract'
import type { Crop, Point, Viewport } from '@talus/contract'
import { getRotation } from './angle.ts'

/** Everything that determines the screen position of the pixels of an image in a viewport. */
export interface Camera {
  readonly columns: number
  readonly rows: number
  /** Height of a pixel divided by its width, so that unequal spacing is not shown distorted. */
  readonly pixelAspect: number
  readonly viewportSize: { readonly width: number; readonly height: number }
  readonly viewport: Viewport
  readonly crop: Crop | undefined
}

export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A crop without an area, which was once accepted, shows the whole image and not nothing. */
export const getVisibleArea = ({ columns, rows, crop }: Camera): Rectangle =>
  crop && hasArea(crop)
    ? {
        left: Math.min(crop.start.x, crop.end.x),
        top: Math.min(crop.start.y, crop.end.y),
        width: Math.abs(crop.end.x - crop.start.x),
        height: Math.abs(crop.end.y - crop.start.y),
      }
    : { left: 0, top: 0, width: columns, height: rows }

/** The scale at which the visible area of the image fits into the viewport. */
export function computeFitScale(camera: Camera): number {
  const shown = getVisibleArea(camera)
  const width = shown.width
  const height = shown.height * camera.pixelAspect
  const { cosine, sine } = getRotation(camera.viewport)
  // The whole of a tilted image stays visible: nothing of it is hidden in the corners.
  const across = width * Math.abs(cosine) + height * Math.abs(sine)
  const down = width * Math.abs(sine) + height * Math.abs(cosine)
  return Math.min(camera.viewportSize.width / across, camera.viewportSize.height / down)
}

/**
 * Screen pixels for one pixel of the image, along its columns. A zoom that was chosen in a viewport
 * of another size is adapted, so that the same area is visible.
 */
export function getScale(camera: Camera): number {
  const { zoom, shownIn } = camera.viewport
  if (zoom === null) return computeFitScale(camera)
  if (!shownIn) return zoom
  const { width, height } = camera.viewportSize
  return zoom * Math.min(width / shownIn.width, height / shownIn.height)
}

/** Columns of the matrix that transforms a vector in the image to one on the screen. */
function computeAxes(camera: Camera) {
  const { hflip, vflip } = camera.viewport
  const scale = getScale(camera)
  const { cosine, sine } = getRotation(camera.viewport)
  const x = scale * (hflip ? -1 : 1)
  const y = scale * camera.pixelAspect * (vflip ? -1 : 1)
  return { xx: cosine * x, xy: sine * x, yx: -sine * y, yy: cosine * y }
}

/** The point of the image at the centre of the viewport. */
function getCentre(camera: Camera): Point {
  const shown = getVisibleArea(camera)
  const { pan } = camera.viewport
  return { x: shown.left + shown.width / 2 + pan.x, y: shown.top + shown.height / 2 + pan.y }
}

export function toScreen(camera: Camera, { x, y }: Point): Point {
  const { xx, xy, yx, yy } = computeAxes(camera)
  const centre = getCentre(camera)
  const [dx, dy] = [x - centre.x, y - centre.y]
  return {
    x: camera.viewportSize.width / 2 + xx * dx + yx * dy,
    y: camera.viewportSize.height / 2 + xy * dx + yy * dy,
  }
}

export function toImage(camera: Camera, { x, y }: Point): Point {
  const { xx, xy, yx, yy } = computeAxes(camera)
  const centre = getCentre(camera)
  const [dx, dy] = [x - camera.viewportSize.width / 2, y - camera.viewportSize.height / 2]
  const size = xx * yy - yx * xy
  return {
    x: centre.x + (yy * dx - yx * dy) / size,
    y: centre.y + (xx * dy - xy * dx) / size,
  }
}

/** Matrix from image pixels to screen pixels for a canvas or an SVG, as a, b, c, d, e, f. */
export function toMatrix(
  camera: Camera,
): readonly [number, number, number, number, number, number] {
  const { xx, xy, yx, yy } = computeAxes(camera)
  const origin = toScreen(camera, { x: 0, y: 0 })
  return [xx, xy, yx, yy, origin.x, origin.y]
}
