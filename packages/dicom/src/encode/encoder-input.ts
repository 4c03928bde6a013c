import type { Cells, StoredPixels } from '../decode/stored-pixels.ts'
import { DicomFault } from '../fault.ts'
import { jpegLsLossless } from '../read/transfer-syntax.ts'
import type { LosslessSyntax, PixelDescription } from './encode-frame.ts'

/**
 * The bytes of native pixel data in cells of `bitsAllocated`, or of more bits if the cells need
 * them.
 */
export function toNativeBytes(cells: Cells, bitsAllocated: number): Uint8Array {
  const size = Math.max(cells.BYTES_PER_ELEMENT, bitsAllocated / 8)
  const wide =
    size <= cells.BYTES_PER_ELEMENT
      ? cells
      : size === 2
        ? Uint16Array.from(cells)
        : Uint32Array.from(cells)
  return new Uint8Array(wide.buffer, wide.byteOffset, wide.byteLength)
}

export interface EncoderInput {
  readonly cells: Uint8Array | Uint16Array
  readonly description: PixelDescription
}

/**
 * Converts cells to the input of a codec: the stored values only. If other bits of the cells are
 * used, as old files do for overlays, the whole cells are encoded instead. /
 */
export function toEncoderInput(pixels: StoredPixels, syntax: LosslessSyntax): EncoderInput {
  const { cells, bits, shift, isSigned, rows, columns, samples } = pixels
  if (cells instanceof Uint32Array || bits > 16) {
    throw new DicomFault('unsupported', `pixels of ${bits} bits to encode`)
  }
  const width = 8 * cells.BYTES_PER_ELEMENT
  const mask = 2 ** bits - 1
  const signBit = isSigned ? 2 ** (bits - 1) : 0
  // JPEG-LS has no signed samples: the values are encoded without sign extension.
  const isSignKept = isSigned && syntax !== jpegLsLossless
  const values = bits <= 8 ? new Uint8Array(cells.length) : new Uint16Array(cells.length)
  let hasOtherBits = false
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] as number
    const value = (cell >>> shift) & mask
    const extended = (value & signBit) === 0 ? value : value | (2 ** width - 1 - mask)
    if (cell !== value << shift && cell !== ((extended << shift) & (2 ** width - 1))) {
      hasOtherBits = true
      break
    }
    values[at] = isSignKept ? extended : value
  }
  const shape = { rows, columns, samples }
  if (!hasOtherBits && bits > 1) {
    return { cells: values, description: { ...shape, bits, isSigned: isSignKept } }
  }
  if (shift > 0) throw new DicomFault('unsupported', 'pixels among foreign bits')
  return { cells, description: { ...shape, bits: width, isSigned: false } }
}
