// The codecs have no types, and whoever compiles this package must find ours.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./codec-modules.d.ts" />
import { DicomFault } from '../fault.ts'
import type { Codestream } from './codestream.ts'
import { interleaved } from './native.ts'
import type { Cells } from './stored-pixels.ts'

type WasmFormat = Extract<Codestream['format'], 'jpeg' | 'jpeg-ls' | 'jpeg-2000' | 'ht-jpeg-2000'>

/** Planes one after the other, the order that only JPEG-LS leaves as it is. */
const isPlanar = (decoder: WasmDecoder & { getInterleaveMode?: () => number }) =>
  decoder.getInterleaveMode?.() === 0

/**
 * The WebAssembly builds: the plain JavaScript ones are the default of these packages and are up to a
 * hundred times slower. Each is loaded when the first picture needs it.
 */
const loaders: Record<WasmFormat, (options: WasmOptions) => Promise<new () => WasmDecoder>> = {
  jpeg: async (options) => {
    const { default: load } = await import('@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs')
    return (await load(options)).JPEGDecoder
  },
  'jpeg-ls': async (options) => {
    const { default: load } = await import('@cornerstonejs/codec-charls/decodewasmjs')
    return (await load(options)).JpegLSDecoder
  },
  'jpeg-2000': async (options) => {
    const { default: load } = await import('@cornerstonejs/codec-openjpeg/decodewasmjs')
    return (await load(options)).J2KDecoder
  },
  'ht-jpeg-2000': async (options) => {
    const { default: load } = await import('@cornerstonejs/codec-openjph/wasmjs')
    return (await load(options)).HTJ2KDecoder
  },
}

interface Codec {
  readonly Decoder: new () => WasmDecoder
  /** What the codec said of the picture at hand; it reports some errors in no other way. */
  readonly complaints: string[]
}

const loaded = new Map<WasmFormat, Promise<Codec>>()

async function load(format: WasmFormat): Promise<Codec> {
  const complaints: string[] = []
  const note = (line: string) => {
    if (complaints.length < 20 && /\berror\b/iu.test(line)) complaints.push(line)
  }
  return { Decoder: await loaders[format]({ print: note, printErr: note }), complaints }
}

async function codecFor(format: WasmFormat): Promise<Codec> {
  const codec = loaded.get(format) ?? load(format)
  loaded.set(format, codec)
  try {
    return await codec
  } catch (error) {
    loaded.delete(format)
    throw error
  }
}

function cellsOf(decoder: WasmDecoder, { columns, rows, samples }: Codestream): Cells {
  const { width, height, bitsPerSample, componentCount } = decoder.getFrameInfo()
  const bytes = decoder.getDecodedBuffer()
  const size = bitsPerSample <= 8 ? 1 : 2
  const isAsDeclared = width === columns && height === rows && componentCount === samples
  if (!isAsDeclared || bytes.length !== columns * rows * samples * size) {
    throw new Error(`${width} by ${height} by ${componentCount} in ${bytes.length} bytes`)
  }
  // The JPEG codec gives a clamped array, which the rest does not expect.
  const own = new Uint8Array(bytes)
  const cells = size === 1 ? own : new Uint16Array(own.buffer)
  return samples === 3 && isPlanar(decoder) ? interleaved(cells, columns * rows) : cells
}

/** The header has been read and its size found fit; what a codec does with the rest is its own affair. */
export async function wasmCells(format: WasmFormat, stream: Codestream): Promise<Cells> {
  const { Decoder, complaints } = await codecFor(format)
  complaints.length = 0
  try {
    const decoder = new Decoder()
    decoder.getEncodedBuffer(stream.bytes.length).set(stream.bytes)
    decoder.decode()
    const cells = cellsOf(decoder, stream)
    decoder.delete()
    if (complaints.length > 0) throw new Error('the codec reported errors')
    return cells
  } catch (cause) {
    // A codec that failed may have left its memory in any state: the next picture gets a fresh one.
    loaded.delete(format)
    throw new DicomFault('damaged-picture', `${format} that cannot be decoded`, { cause })
  }
}
