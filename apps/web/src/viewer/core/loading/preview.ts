import type { Pixels } from './pixels.ts'

/** Differences between red, green and blue up to this are JPEG artefacts. */
const greyTolerance = 12

function isGrey(rgba: Uint8ClampedArray): boolean {
  for (let at = 0; at < rgba.length; at += 4) {
    const red = rgba[at] as number
    const green = rgba[at + 1] as number
    const blue = rgba[at + 2] as number
    if (Math.abs(red - green) > greyTolerance || Math.abs(blue - green) > greyTolerance)
      return false
  }
  return true
}

/**
 * Decodes the small JPEG of the server, shown in place of the full image. A grey one is stored as
 * values, so that a window can be applied. Its own size is used if that of the image is unknown.
 */
export async function readPreview(
  file: Blob,
  size: { readonly columns: number; readonly rows: number } | undefined,
): Promise<Pixels> {
  const bitmap = await createImageBitmap(file)
  const { width: columns, height: rows } = bitmap
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: columns, height: rows })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.drawImage(bitmap, 0, 0)
  const { data } = context.getImageData(0, 0, columns, rows)
  const bytes = 4 * columns * rows
  if (!isGrey(data)) return { kind: 'colour', bitmap, values: undefined, columns, rows, bytes }
  bitmap.close()
  const stepX = size ? size.columns / columns : 1
  const stepY = size ? size.rows / rows : 1
  const values = new Uint8Array(columns * rows)
  for (let at = 0; at < values.length; at++) values[at] = data[4 * at + 1] as number
  return {
    kind: 'grey',
    levels: [{ columns, rows, stepX, stepY, values }],
    lowest: 0,
    highest: 255,
    exposed: { lowest: 0, highest: 255 },
    quantiles: [],
    bytes: values.length,
  }
}
