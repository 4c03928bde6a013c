import { defaultViewport } from '@talus/contract'
import type { Stack } from '@talus/contract'
import type { ColourPixels, GreyPixels, Pixels } from '../../viewer/core/loading/pixels.ts'
import { createLookupTable } from '../../viewer/core/rendering/window.ts'
import type { GreyWindow } from '../../viewer/core/rendering/window.ts'
import { createSliceImage } from '../views/slice-image.ts'
import { thumbnailQuality } from './thumbnail-slices.ts'

/** The longer side of the picture of a colour slice. */
const colourSide = 160

function drawGrey(
  context: CanvasRenderingContext2D,
  stack: Stack,
  pixels: GreyPixels,
  window: GreyWindow | undefined,
) {
  const level = pixels.levels.at(-1)
  const { metadata } = createSliceImage(stack, 0, { index: 0, pixels }, window)
  if (!level || !metadata?.display) return
  const table = createLookupTable(metadata.display, pixels, defaultViewport)
  const image = new ImageData(level.columns, level.rows)
  const shown = new Uint32Array(image.data.buffer)
  for (let at = 0; at < shown.length; at++) {
    const grey = table[(level.values[at] ?? 0) - pixels.lowest] ?? 0
    shown[at] = (0xff_00_00_00 | (grey * 0x01_01_01)) >>> 0
  }
  context.canvas.width = level.columns
  context.canvas.height = level.rows
  context.putImageData(image, 0, 0)
}

function drawColour(context: CanvasRenderingContext2D, { bitmap, columns, rows }: ColourPixels) {
  const scale = colourSide / Math.max(columns, rows)
  context.canvas.width = Math.max(1, Math.round(columns * scale))
  context.canvas.height = Math.max(1, Math.round(rows * scale))
  context.drawImage(bitmap, 0, 0, context.canvas.width, context.canvas.height)
}

/** A slice as a small JPEG. */
export function drawThumbnail(
  stack: Stack,
  pixels: Pixels,
  window: GreyWindow | undefined,
): Promise<Blob | null> {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return Promise.resolve(null)
  if (pixels.kind === 'grey') drawGrey(context, stack, pixels, window)
  else drawColour(context, pixels)
  return new Promise((resolve) => context.canvas.toBlob(resolve, 'image/jpeg', thumbnailQuality))
}
