import type { Pixels } from './pixels.ts'

/** Red, green and blue that differ by no more than this come from the compression. */
const greyTolerance = 12

function isGrey(shown: Uint8ClampedArray): boolean {
  for (let at = 0; at < shown.length; at += 4) {
    const red = shown[at] as number
    const green = shown[at + 1] as number
    const blue = shown[at + 2] as number
    if (Math.abs(red - green) > greyTolerance || Math.abs(blue - green) > greyTolerance)
      return false
  }
  return true
}

/**
 * A small JPEG of the server, in place of an image of that size. Where it is grey it is held as numbers, so
 * that a window can be put over it.
 */
export async function readPreview(
  file: Blob,
  size: { readonly columns: number; readonly rows: number },
): Promise<Pixels> {
  const picture = await createImageBitmap(file)
  const { width: columns, height: rows } = picture
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: columns, height: rows })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, columns, rows)
  const bytes = 4 * columns * rows
  if (!isGrey(data)) return { kind: 'colour', picture, cells: undefined, columns, rows, bytes }
  picture.close()
  const cells = new Uint8Array(columns * rows)
  for (let at = 0; at < cells.length; at++) cells[at] = data[4 * at + 1] as number
  return {
    kind: 'grey',
    levels: [{ columns, rows, stepX: size.columns / columns, stepY: size.rows / rows, cells }],
    lowest: 0,
    highest: 255,
    exposed: { lowest: 0, highest: 255 },
    quantiles: [],
    bytes: cells.length,
  }
}
