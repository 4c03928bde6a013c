import { cropped } from './camera.ts'
import type { Camera } from './camera.ts'
import type { ColourPixels, GreyPixels } from './pixels.ts'
import type { Picture } from './picture.ts'
import { canvasSize, deviceMatrix } from './placement.ts'
import type { GreyRenderer } from './renderer.ts'
import { lookupTable, previewTable } from './window.ts'

/** Colours are shown as they are, or as their negative; there is no window over them. */
function drawColours(
  context: CanvasRenderingContext2D,
  { picture, columns, rows }: ColourPixels,
  camera: Camera,
  ratio: number,
) {
  context.save()
  context.setTransform(...deviceMatrix(camera, ratio))
  const { left, top, width, height } = cropped(camera)
  context.beginPath()
  context.rect(left, top, width, height)
  context.clip()
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, columns, rows, 0, 0, camera.columns, camera.rows)
  if (camera.viewport.invert) {
    context.globalCompositeOperation = 'difference'
    context.fillStyle = '#ffffff'
    context.fillRect(left, top, width, height)
  }
  context.restore()
}

function tableOf({ metadata, pixels }: Picture, shown: GreyPixels, { viewport }: Camera) {
  const display = metadata?.display ?? null
  return display && shown === pixels
    ? lookupTable(display, shown, viewport)
    : previewTable(display, viewport)
}

/** The best of a picture that is there: the full image, its preview, or nothing yet. */
export function drawPicture(
  context: CanvasRenderingContext2D,
  renderer: GreyRenderer,
  picture: Picture,
  camera: Camera,
  ratio: number,
): void {
  const { width, height } = canvasSize(camera, ratio)
  const { canvas } = context
  // Setting a size empties a canvas, and costs more than to wipe it.
  if (canvas.width === width && canvas.height === height) context.clearRect(0, 0, width, height)
  else Object.assign(canvas, { width, height })
  const shown = picture.pixels ?? picture.preview
  if (!shown) return
  if (shown.kind === 'colour') drawColours(context, shown, camera, ratio)
  else
    renderer.draw(context, { pixels: shown, table: tableOf(picture, shown, camera), camera, ratio })
}
