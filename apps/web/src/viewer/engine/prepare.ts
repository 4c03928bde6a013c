import { greyPixels, withOpacity } from './levels.ts'
import type { PixelShape, Pixels } from './pixels.ts'

/** From the bytes of the server to what can be drawn. Takes some 50 ms for a radiograph: for a worker. */
export async function prepare(bytes: ArrayBuffer, shape: PixelShape): Promise<Pixels> {
  if (shape.samples === 1) return greyPixels(bytes, shape)
  const { columns, rows } = shape
  const cells = new Uint8Array(bytes, 0, 3 * columns * rows)
  const picture = await createImageBitmap(new ImageData(withOpacity(cells), columns, rows))
  return { kind: 'colour', picture, cells, columns, rows, bytes: 7 * columns * rows }
}

/** What goes over to another thread instead of being copied. */
export const buffersOf = (pixels: Pixels): Transferable[] =>
  pixels.kind === 'grey'
    ? pixels.levels.map(({ cells }) => cells.buffer as ArrayBuffer)
    : [pixels.picture, ...(pixels.cells ? [pixels.cells.buffer as ArrayBuffer] : [])]
