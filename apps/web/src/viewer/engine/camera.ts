import type { Crop, Point, Viewport } from '@talus/contract'

/** An image in a cell: everything that says where its pixels stand on the screen. */
export interface Camera {
  readonly columns: number
  readonly rows: number
  /** Height of a pixel by its width; images of unequal spacing are shown as the animal is. */
  readonly pixelAspect: number
  readonly cell: { readonly width: number; readonly height: number }
  readonly viewport: Viewport
  readonly crop: Crop | undefined
}

export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export const cropped = ({ columns, rows, crop }: Camera): Rectangle =>
  crop
    ? {
        left: Math.min(crop.start.x, crop.end.x),
        top: Math.min(crop.start.y, crop.end.y),
        width: Math.abs(crop.end.x - crop.start.x),
        height: Math.abs(crop.end.y - crop.start.y),
      }
    : { left: 0, top: 0, width: columns, height: rows }

/** The scale at which what is shown of the image fits into the cell. */
export function fittingScale(camera: Camera): number {
  const shown = cropped(camera)
  const width = shown.width
  const height = shown.height * camera.pixelAspect
  const isSideways = camera.viewport.rotation % 180 !== 0
  const [across, down] = isSideways ? [height, width] : [width, height]
  return Math.min(camera.cell.width / across, camera.cell.height / down)
}

/** Screen pixels for one pixel of the image, along its columns. */
export const scaleOf = (camera: Camera): number => camera.viewport.zoom ?? fittingScale(camera)

/** Columns of the matrix that takes a step in the image to a step on the screen. */
function axes(camera: Camera) {
  const { rotation, hflip, vflip } = camera.viewport
  const scale = scaleOf(camera)
  const cosine = [1, 0, -1, 0][rotation / 90] ?? 1
  const sine = [0, 1, 0, -1][rotation / 90] ?? 0
  const x = scale * (hflip ? -1 : 1)
  const y = scale * camera.pixelAspect * (vflip ? -1 : 1)
  return { xx: cosine * x, xy: sine * x, yx: -sine * y, yy: cosine * y }
}

/** The point of the image that stands in the middle of the cell. */
function middle(camera: Camera): Point {
  const shown = cropped(camera)
  const { pan } = camera.viewport
  return { x: shown.left + shown.width / 2 + pan.x, y: shown.top + shown.height / 2 + pan.y }
}

export function toScreen(camera: Camera, { x, y }: Point): Point {
  const { xx, xy, yx, yy } = axes(camera)
  const centre = middle(camera)
  const [dx, dy] = [x - centre.x, y - centre.y]
  return {
    x: camera.cell.width / 2 + xx * dx + yx * dy,
    y: camera.cell.height / 2 + xy * dx + yy * dy,
  }
}

export function toImage(camera: Camera, { x, y }: Point): Point {
  const { xx, xy, yx, yy } = axes(camera)
  const centre = middle(camera)
  const [dx, dy] = [x - camera.cell.width / 2, y - camera.cell.height / 2]
  const size = xx * yy - yx * xy
  return {
    x: centre.x + (yy * dx - yx * dy) / size,
    y: centre.y + (xx * dy - xy * dx) / size,
  }
}

/** For a canvas or an SVG: image pixels to screen pixels, as a, b, c, d, e, f. */
export function matrixOf(
  camera: Camera,
): readonly [number, number, number, number, number, number] {
  const { xx, xy, yx, yy } = axes(camera)
  const origin = toScreen(camera, { x: 0, y: 0 })
  return [xx, xy, yx, yy, origin.x, origin.y]
}
