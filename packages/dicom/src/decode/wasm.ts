// The codecs have no types, and packages that compile this source must find ours.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./codec-modules.d.ts" />
import { DicomFault } from '../fault.ts'
import type { Codestream } from './codestream.ts'
import { interleavePlanes } from './native.ts'
import type { Cells } from './stored-pixels.ts'

type WasmFormat = Extract<Codestream['format'], 'jpeg' | 'jpeg-ls' | 'jpeg-2000' | 'ht-jpeg-2000'>

/** Whether the decoder returns consecutive planes, which only the JPEG-LS codec does. */
const isPlanar = (decoder: WasmDecoder & { getInterleaveMode?: () => number }) =>
  decoder.getInterleaveMode?.() === 0

/**
 * The WebAssembly builds: the default builds of these packages are JavaScript and up to a hundred
 * times slower. Each codec is loaded when the first image needs it. /
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
  /**
   * Error messages that the codec printed for the current image; some errors are reported only so.
   */
  readonly messages: string[]
}

const loaded = new Map<WasmFormat, Promise<Codec>>()

async function load(format: WasmFormat): Promise<Codec> {
  const messages: string[] = []
  const note = (line: string) => {
    if (messages.length < 20 && /\berror\b/iu.test(line)) messages.push(line)
  }
  return { Decoder: await loaders[format]({ print: note, printErr: note }), messages }
}

async function getCodec(format: WasmFormat): Promise<Codec> {
  const codec = loaded.get(format) ?? load(format)
  loaded.set(format, codec)
  try {
    return await codec
  } catch (error) {
    loaded.delete(format)
    throw error
  }
}

function readCells(decoder: WasmDecoder, { columns, rows, samples }: Codestream): Cells {
  const { width, height, bitsPerSample, componentCount } = decoder.getFrameInfo()
  const bytes = decoder.getDecodedBuffer()
  const size = bitsPerSample <= 8 ? 1 : 2
  const isAsDeclared = width === columns && height === rows && componentCount === samples
  if (!isAsDeclared || bytes.length !== columns * rows * samples * size) {
    throw new Error(`${width} by ${height} by ${componentCount} in ${bytes.length} bytes`)
  }
  // Copied to a plain array: the JPEG codec returns a clamped one, and `delete` frees its memory.
  const own = new Uint8Array(bytes)
  const cells = size === 1 ? own : new Uint16Array(own.buffer)
  return samples === 3 && isPlanar(decoder) ? interleavePlanes(cells, columns * rows) : cells
}

/** Decodes with a WebAssembly codec; the header and its size have been checked before. */
export async function decodeWithWasm(format: WasmFormat, stream: Codestream): Promise<Cells> {
  const { Decoder, messages } = await getCodec(format)
  messages.length = 0
  try {
    const decoder = new Decoder()
    decoder.getEncodedBuffer(stream.bytes.length).set(stream.bytes)
    decoder.decode()
    const cells = readCells(decoder, stream)
    decoder.delete()
    if (messages.length > 0) throw new Error('the codec reported errors')
    return cells
  } catch (cause) {
    // The memory of a failed codec may be in any state: the next image gets a new codec.
    loaded.delete(format)
    throw new DicomFault('damaged-picture', `${format} that cannot be decoded`, { cause })
  }
}
