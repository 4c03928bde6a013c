import { createGreyPixels, toRgba } from './levels.ts'
import type { PixelShape, Pixels } from './pixels.ts'

/** Converts the bytes of the server to drawable pixels; about 50 ms per radiograph, in a worker. */
export async function preparePixels(bytes: ArrayBuffer, shape: PixelShape): Promise<Pixels> {
  if (shape.samples === 1) return createGreyPixels(bytes, shape)
  const { columns, rows } = shape
  const values = new Uint8Array(bytes, 0, 3 * columns * rows)
  const bitmap = await createImageBitmap(new ImageData(toRgba(values), columns, rows))
  return { kind: 'colour', bitmap, values, columns, rows, bytes: 7 * columns * rows }
}

/** Buffers that are transferred to another thread instead of being copied. */
export const listTransferables = (pixels: Pixels): Transferable[] =>
  pixels.kind === 'grey'
    ? pixels.levels.map(({ values }) => values.buffer as ArrayBuffer)
    : [pixels.bitmap, ...(pixels.values ? [pixels.values.buffer as ArrayBuffer] : [])]
