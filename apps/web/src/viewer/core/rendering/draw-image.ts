import { getVisibleArea } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import type { ColourPixels, GreyPixels } from '../loading/pixels.ts'
import type { LoadedImage } from '../loading/image-loader.ts'
import { getCanvasSize, toDeviceMatrix } from '../camera/placement.ts'
import { clipToImage } from './clip-to-image.ts'
import { drawCovers } from './draw-covers.ts'
import type { GreyRenderer } from './renderer.ts'
import { createTableCache } from './table-cache.ts'
import { createLookupTable, createPreviewTable } from './window.ts'

/** Colour images are shown unchanged or inverted; they have no window. */
function drawColourImage(
  context: CanvasRenderingContext2D,
  { bitmap, columns, rows }: ColourPixels,
  camera: Camera,
  ratio: number,
) {
  context.save()
  context.setTransform(...toDeviceMatrix(camera, ratio))
  const { left, top, width, height } = getVisibleArea(camera)
  clipToImage(context, camera)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, columns, rows, 0, 0, camera.columns, camera.rows)
  if (camera.viewport.invert) {
    context.globalCompositeOperation = 'difference'
    context.fillStyle = '#ffffff'
    context.fillRect(left, top, width, height)
  }
  context.restore()
}

/** By the renderer, of which each canvas has one. */
const tableCaches = new WeakMap<GreyRenderer, ReturnType<typeof createTableCache>>()

function getTableCache(renderer: GreyRenderer) {
  const known = tableCaches.get(renderer)
  if (known) return known
  const created = createTableCache()
  tableCaches.set(renderer, created)
  return created
}

function chooseTable(
  renderer: GreyRenderer,
  { metadata, pixels, presented }: LoadedImage,
  shown: GreyPixels,
  { viewport }: Camera,
) {
  const display = metadata?.display ?? null
  if (!display || shown !== pixels) return createPreviewTable(display, viewport)
  return presented
    ? createLookupTable(display, shown, viewport, presented)
    : getTableCache(renderer)(display, shown, viewport)
}

/** The image to draw, and whether the user has hidden the overlays of its file. */
export interface ShownImage {
  readonly loaded: LoadedImage
  readonly areGraphicsHidden: boolean
  /** The next image follows at once. */
  readonly isMoving?: boolean
}

/**
 * Draws the best part that is loaded: the full image, its preview, or nothing. The overlays of a
 * preview are part of its JPEG.
 */
export function drawLoadedImage(
  context: CanvasRenderingContext2D,
  renderer: GreyRenderer,
  { loaded, areGraphicsHidden, isMoving = false }: ShownImage,
  camera: Camera,
  ratio: number,
): void {
  const { width, height } = getCanvasSize(camera, ratio)
  const { canvas } = context
  // Setting the size of a canvas also clears it, but costs more than clearRect.
  if (canvas.width === width && canvas.height === height) context.clearRect(0, 0, width, height)
  else Object.assign(canvas, { width, height })
  const shown = loaded.pixels ?? loaded.preview
  if (!shown) return
  if (shown.kind === 'colour') drawColourImage(context, shown, camera, ratio)
  else
    renderer.draw(context, {
      pixels: shown,
      table: chooseTable(renderer, loaded, shown, camera),
      camera,
      ratio,
      isMoving,
    })
  const covers = {
    shutter: loaded.metadata?.display?.shutter,
    planes: shown.planes,
    areGraphicsHidden,
  }
  drawCovers(context, covers, camera, ratio)
  const statePlanes = loaded.presented?.planes
  if (statePlanes)
    drawCovers(context, { ...covers, shutter: undefined, planes: statePlanes }, camera, ratio)
}
