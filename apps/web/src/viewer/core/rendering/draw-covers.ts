import type { DisplayShutter } from '@talus/contract'
import { getVisibleArea } from '../camera/camera.ts'
import { clipToImage } from './clip-to-image.ts'
import type { Camera } from '../camera/camera.ts'
import { toDeviceMatrix } from '../camera/placement.ts'
import type { BitPlane, ImagePlanes } from '../loading/planes.ts'
import { getTile, margin, tileSize } from './plane-tiles.ts'
import type { PlaneInk } from './plane-tiles.ts'

/** White with a dark outline: legible on bone, on air and on an inverted image. */
const graphicsInk: PlaneInk = { grey: 255, outline: 210 }

/**
 * The level whose pixels are nearest in size to those of the screen: a thin line of a larger one
 * would be mixed with its outline to grey.
 */
const chooseLevel = ({ levels }: BitPlane, scale: number) =>
  levels.findLast(({ step }) => step * scale <= Math.SQRT2) ?? levels[0]

function drawPlane(
  context: CanvasRenderingContext2D,
  plane: BitPlane,
  camera: Camera,
  ratio: number,
  ink: PlaneInk,
) {
  const [a, b, c, d] = toDeviceMatrix(camera, ratio)
  const level = chooseLevel(plane, Math.max(Math.hypot(a, b), Math.hypot(c, d)))
  if (!level) return
  const { step, columns, rows } = level
  const seen = toSeenArea(context, camera, ratio)
  const firstColumn = Math.max(0, Math.floor(seen.left / step / tileSize))
  const lastColumn = Math.min(Math.ceil(columns / tileSize), seen.right / step / tileSize)
  const lastRow = Math.min(Math.ceil(rows / tileSize), seen.bottom / step / tileSize)
  const size = (tileSize + 2 * margin) * step
  context.imageSmoothingQuality = 'high'
  for (let row = Math.max(0, Math.floor(seen.top / step / tileSize)); row < lastRow; row++)
    for (let column = firstColumn; column < lastColumn; column++) {
      const tile = getTile(plane, level, { column, row }, ink)
      const left = (column * tileSize - margin) * step
      const top = (row * tileSize - margin) * step
      if (tile) context.drawImage(tile, left, top, size, size)
    }
}

/** The part of the visible area that is on the canvas, in pixels of the image. */
function toSeenArea({ canvas }: CanvasRenderingContext2D, camera: Camera, ratio: number) {
  const [a, b, c, d, e, f] = toDeviceMatrix(camera, ratio)
  const size = a * d - b * c
  const corners = [
    [0, 0],
    [canvas.width, 0],
    [0, canvas.height],
    [canvas.width, canvas.height],
  ].map(([x = 0, y = 0]) => ({
    x: (d * (x - e) - c * (y - f)) / size,
    y: (a * (y - f) - b * (x - e)) / size,
  }))
  const area = getVisibleArea(camera)
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  return {
    left: Math.max(area.left, Math.min(...xs)),
    top: Math.max(area.top, Math.min(...ys)),
    right: Math.min(area.left + area.width, Math.max(...xs)),
    bottom: Math.min(area.top + area.height, Math.max(...ys)),
  }
}

/** Covers everything outside of each shape. */
function drawShutter(
  context: CanvasRenderingContext2D,
  { shapes, grey }: DisplayShutter,
  { columns, rows, pixelAspect }: Camera,
) {
  context.fillStyle = `rgb(${grey} ${grey} ${grey})`
  for (const shape of shapes) {
    context.save()
    const path = new Path2D()
    path.rect(0, 0, columns, rows)
    switch (shape.kind) {
      case 'rectangle': {
        const { left, top, right, bottom } = shape
        path.rect(left, top, right - left, bottom - top)
        break
      }
      case 'circle': {
        const { x, y, radius } = shape
        path.moveTo(x + radius, y)
        path.ellipse(x, y, radius, radius / pixelAspect, 0, 0, 2 * Math.PI)
        break
      }
      case 'polygon': {
        for (const [x, y] of shape.points) path.lineTo(x, y)
        path.closePath()
        break
      }
    }
    context.clip(path, 'evenodd')
    context.fillRect(0, 0, columns, rows)
    context.restore()
  }
}

export interface ImageCovers {
  readonly shutter: DisplayShutter | undefined
  readonly planes: ImagePlanes | undefined
  readonly areGraphicsHidden: boolean
}

/** Draws shutter and overlays onto the image. They follow the camera, but not its inversion. */
export function drawCovers(
  context: CanvasRenderingContext2D,
  { shutter, planes, areGraphicsHidden }: ImageCovers,
  camera: Camera,
  ratio: number,
): void {
  if (!shutter && !planes) return
  context.save()
  context.setTransform(...toDeviceMatrix(camera, ratio))
  clipToImage(context, camera)
  if (shutter) drawShutter(context, shutter, camera)
  if (planes?.covered)
    drawPlane(context, planes.covered, camera, ratio, { grey: shutter?.grey ?? 0, outline: 0 })
  if (planes?.graphics && !areGraphicsHidden)
    drawPlane(context, planes.graphics, camera, ratio, graphicsInk)
  context.restore()
}
