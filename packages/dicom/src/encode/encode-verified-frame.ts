import { readCodestream } from '../decode/codestream.ts'
import type { Cells, StoredPixels } from '../decode/stored-pixels.ts'
import { decodeWithWasm } from '../decode/wasm.ts'
import { DicomFault } from '../fault.ts'
import { encodeFrame } from './encode-frame.ts'
import type { LosslessSyntax } from './encode-frame.ts'
import { toEncoderInput } from './encoder-input.ts'

function isSame(one: Cells, other: Cells): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

/**
 * Encodes a frame and decodes it again to verify it: a faulty codec must not alter a radiograph.
 */
export async function encodeVerifiedFrame(
  pixels: StoredPixels,
  syntax: LosslessSyntax,
): Promise<Uint8Array> {
  const { cells, description } = toEncoderInput(pixels, syntax)
  const bytes = await encodeFrame(cells, description, syntax)
  const stream = readCodestream(bytes)
  const format = stream.format === 'jpeg-ls' ? 'jpeg-ls' : 'ht-jpeg-2000'
  if (isSame(cells, await decodeWithWasm(format, stream))) return bytes
  throw new DicomFault('unsupported', 'pixels that do not come out as they went in')
}
