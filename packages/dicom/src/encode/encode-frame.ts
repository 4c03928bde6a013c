// The codecs have no types, and packages that compile this source must find ours.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../decode/codec-modules.d.ts" />
import type { Cells } from '../decode/stored-pixels.ts'
import { DicomFault } from '../fault.ts'
import {
  htJpeg2000Lossless,
  htJpeg2000LosslessRpcl,
  jpegLsLossless,
} from '../read/transfer-syntax.ts'

/** The lossless transfer syntaxes that can be written. */
export const losslessSyntaxes = [
  jpegLsLossless,
  htJpeg2000Lossless,
  htJpeg2000LosslessRpcl,
] as const
export type LosslessSyntax = (typeof losslessSyntaxes)[number]

export const isLossless = (uid: string): uid is LosslessSyntax =>
  losslessSyntaxes.some((known) => known === uid)

/** The input format of an encoder: samples are interleaved, values use `bits` bits. */
export interface PixelDescription {
  readonly rows: number
  readonly columns: number
  readonly samples: 1 | 3
  readonly bits: number
  readonly isSigned: boolean
}

type Encode = (pixels: WasmPixels, fill: (buffer: Uint8Array) => void) => Uint8Array

/** A new object for each codec, because the codec keeps and modifies it. */
const createSilentOptions = (): WasmOptions => ({
  print: () => undefined,
  printErr: () => undefined,
})

function run(encoder: WasmEncoder, pixels: WasmPixels, fill: (buffer: Uint8Array) => void) {
  fill(encoder.getDecodedBuffer(pixels))
  encoder.encode()
  // Copied to a plain array: the JPEG-LS codec returns a clamped one, and `delete` frees its
  // memory.
  const bytes = new Uint8Array(encoder.getEncodedBuffer())
  encoder.delete()
  return bytes
}

async function loadJpegLs(): Promise<Encode> {
  const { default: load } = await import('@cornerstonejs/codec-charls/wasmjs')
  const { JpegLSEncoder } = await load(createSilentOptions())
  return (pixels, fill) => {
    const encoder = new JpegLSEncoder()
    // Colours are interleaved by sample, as in the file.
    encoder.setInterleaveMode(pixels.componentCount === 3 ? 2 : 0)
    return run(encoder, pixels, fill)
  }
}

const rpcl = 2

async function loadHtJpeg2000(): Promise<Encode> {
  const { default: load } = await import('@cornerstonejs/codec-openjph/wasmjs')
  const { HTJ2KEncoder } = await load(createSilentOptions())
  return (pixels, fill) => {
    const encoder = new HTJ2KEncoder()
    encoder.setQuality(true, 0)
    // From coarse to fine resolution, so that a reader may stop early.
    encoder.setProgressionOrder(rpcl)
    return run(encoder, pixels, fill)
  }
}

const encoders = new Map<string, Promise<Encode>>()

async function getEncoder(syntax: LosslessSyntax): Promise<Encode> {
  const key = syntax === jpegLsLossless ? 'jpeg-ls' : 'ht-jpeg-2000'
  const encoder = encoders.get(key) ?? (key === 'jpeg-ls' ? loadJpegLs() : loadHtJpeg2000())
  encoders.set(key, encoder)
  try {
    return await encoder
  } catch (error) {
    encoders.delete(key)
    throw error
  }
}

/** Compresses one frame without loss; cells have one byte up to 8 bits, two bytes above. */
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
  const encode = await getEncoder(syntax)
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
    return encode(pixels, (buffer) => buffer.set(bytes))
  } catch (cause) {
    // The memory of a failed codec may be in any state: the next image gets a new codec.
    encoders.clear()
    throw new DicomFault('damaged-picture', 'pixels that cannot be encoded', { cause })
  }
}
