// The codecs have no types, and whoever compiles this package must find ours.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../decode/codec-modules.d.ts" />
import type { Cells } from '../decode/stored-pixels.ts'
import { DicomFault } from '../fault.ts'
import {
  htJpeg2000Lossless,
  htJpeg2000LosslessRpcl,
  jpegLsLossless,
} from '../read/transfer-syntax.ts'

/** The codecs that keep every pixel as it is. */
export const losslessSyntaxes = [
  jpegLsLossless,
  htJpeg2000Lossless,
  htJpeg2000LosslessRpcl,
] as const
export type LosslessSyntax = (typeof losslessSyntaxes)[number]

export const isLossless = (uid: string): uid is LosslessSyntax =>
  losslessSyntaxes.some((known) => known === uid)

/** What an encoder must know of the pixels: samples lie side by side, `bits` is all that they use. */
export interface PixelDescription {
  readonly rows: number
  readonly columns: number
  readonly samples: 1 | 3
  readonly bits: number
  readonly isSigned: boolean
}

type Encode = (pixels: WasmPixels, fill: (room: Uint8Array) => void) => Uint8Array

/** A new object each time: the codec keeps it, and makes it its own. */
const silently = (): WasmOptions => ({ print: () => undefined, printErr: () => undefined })

function run(encoder: WasmEncoder, pixels: WasmPixels, fill: (room: Uint8Array) => void) {
  fill(encoder.getDecodedBuffer(pixels))
  encoder.encode()
  // The codec of JPEG-LS gives a clamped array, which the rest does not expect.
  const bytes = new Uint8Array(encoder.getEncodedBuffer())
  encoder.delete()
  return bytes
}

async function jpegLs(): Promise<Encode> {
  const { default: load } = await import('@cornerstonejs/codec-charls/wasmjs')
  const { JpegLSEncoder } = await load(silently())
  return (pixels, fill) => {
    const encoder = new JpegLSEncoder()
    // Colours sample by sample, as they lie in the file.
    encoder.setInterleaveMode(pixels.componentCount === 3 ? 2 : 0)
    return run(encoder, pixels, fill)
  }
}

const rpcl = 2

async function htJpeg2000(): Promise<Encode> {
  const { default: load } = await import('@cornerstonejs/codec-openjph/wasmjs')
  const { HTJ2KEncoder } = await load(silently())
  return (pixels, fill) => {
    const encoder = new HTJ2KEncoder()
    encoder.setQuality(true, 0)
    // A coarse picture first, and finer ones after it: a reader may stop when it has seen enough.
    encoder.setProgressionOrder(rpcl)
    return run(encoder, pixels, fill)
  }
}

const encoders = new Map<string, Promise<Encode>>()

async function encoderFor(syntax: LosslessSyntax): Promise<Encode> {
  const key = syntax === jpegLsLossless ? 'jpeg-ls' : 'ht-jpeg-2000'
  const encoder = encoders.get(key) ?? (key === 'jpeg-ls' ? jpegLs() : htJpeg2000())
  encoders.set(key, encoder)
  try {
    return await encoder
  } catch (error) {
    encoders.delete(key)
    throw error
  }
}

/** One frame, packed without loss; the pixels in cells of one byte up to 8 bits, of two above. */
export async function encodeFrame(
  cells: Cells,
  description: PixelDescription,
  syntax: LosslessSyntax,
): Promise<Uint8Array> {
  const { rows, columns, samples, bits, isSigned } = description
  const isFit =
    !(cells instanceof Uint32Array) &&
    cells instanceof Uint8Array === bits <= 8 &&
    cells.length === rows * columns * samples
  if (!isFit || bits < 2) {
    throw new DicomFault('unsupported', `${cells.length} cells of ${bits} bits to encode`)
  }
  const encode = await encoderFor(syntax)
  const pixels: WasmPixels = {
    width: columns,
    height: rows,
    bitsPerSample: bits,
    componentCount: samples,
    isSigned,
    isUsingColorTransform: false,
  }
  try {
    const bytes = new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength)
    return encode(pixels, (room) => room.set(bytes))
  } catch (cause) {
    // A codec that failed may have left its memory in any state: the next picture gets a fresh one.
    encoders.clear()
    throw new DicomFault('damaged-picture', 'pixels that cannot be encoded', { cause })
  }
}
