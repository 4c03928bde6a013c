import { DicomFault } from '../fault.ts'

/**
 * The codec that a compressed frame needs, and its declared size, read before anything is
 * allocated.
 */
export interface Codestream {
  readonly format:
    | 'jpeg'
    | 'jpeg-12'
    | 'jpeg-12-progressive'
    | 'jpeg-lossless'
    | 'jpeg-ls'
    | 'jpeg-2000'
    | 'ht-jpeg-2000'
  readonly columns: number
  readonly rows: number
  readonly samples: number
  readonly precision: number
  /** Whether a JFIF or Adobe segment declares if the colours were transformed. */
  readonly declaresColourTransform: boolean
  readonly bytes: Uint8Array
}

const damaged = (detail: string) => new DicomFault('damaged-picture', detail)

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function getJpegFormat(marker: number, precision: number): Codestream['format'] {
  if (marker === 0xf7) return 'jpeg-ls'
  if (marker === 0xc3) return 'jpeg-lossless'
  const isHuffmanCosine = marker === 0xc0 || marker === 0xc1 || marker === 0xc2
  if (isHuffmanCosine && precision === 8) return 'jpeg'
  if (marker === 0xc1 && precision === 12) return 'jpeg-12'
  if (marker === 0xc2 && precision === 12) return 'jpeg-12-progressive'
  const process = marker.toString(16)
  throw new DicomFault('unsupported', `JPEG process ${process} of ${precision} bits`)
}

const isFrameHeader = (marker: number) =>
  marker === 0xf7 || (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))

function readJpegHeader(bytes: Uint8Array): Codestream {
  const view = viewOf(bytes)
  let hasColourSegment = false
  for (let at = 2; at + 10 <= bytes.length;) {
    if (bytes[at] !== 0xff) throw damaged('JPEG without a frame')
    const marker = bytes[at + 1] ?? 0
    if (isFrameHeader(marker)) {
      const precision = view.getUint8(at + 4)
      return {
        format: getJpegFormat(marker, precision),
        precision,
        rows: view.getUint16(at + 5),
        columns: view.getUint16(at + 7),
        samples: view.getUint8(at + 9),
        declaresColourTransform: hasColourSegment,
        bytes,
      }
    }
    if (marker === 0xe0 || marker === 0xee) hasColourSegment = true
    // Fill bytes before a marker and standalone markers have no length.
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else at += 2 + view.getUint16(at + 2)
  }
  throw damaged('JPEG without a frame')
}

/** Unwraps a JP2 file, which the standard does not allow but some writers produce. */
function unwrapJp2(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes)
  for (let at = 0; at + 8 <= bytes.length;) {
    const length = view.getUint32(at)
    if (view.getUint32(at + 4) === 0x6a_70_32_63) return bytes.subarray(at + 8)
    if (length < 8) break
    at += length
  }
  throw damaged('JP2 without a picture')
}

const imageSize = 0xff_51
const capabilities = 0xff_50

function readJpeg2000Header(bytes: Uint8Array): Codestream {
  const view = viewOf(bytes)
  if (bytes.length < 50 || view.getUint16(2) !== imageSize) throw damaged('JPEG 2000 without size')
  const samples = view.getUint16(40)
  const end = 4 + view.getUint16(4)
  if (end !== 42 + 3 * samples || end + 2 > bytes.length) throw damaged('JPEG 2000 without size')
  const isSubsampled = Array.from({ length: samples }, (_, index) =>
    view.getUint16(43 + 3 * index),
  ).some((steps) => steps !== 0x01_01)
  if (isSubsampled) throw new DicomFault('unsupported', 'JPEG 2000 with shared colours')
  return {
    format: view.getUint16(end) === capabilities ? 'ht-jpeg-2000' : 'jpeg-2000',
    columns: view.getUint32(8) - view.getUint32(16),
    rows: view.getUint32(12) - view.getUint32(20),
    samples,
    precision: (view.getUint8(42) & 0x7f) + 1,
    declaresColourTransform: true,
    bytes,
  }
}

/**
 * JPEG, JPEG-LS and JPEG 2000 all end with FFD9, which occurs nowhere else; padding bytes may
 * follow. The codecs decode a truncated frame without an error and leave the rest grey. /
 */
const isWhole = (bytes: Uint8Array) =>
  bytes.subarray(-18).some((byte, at, end) => byte === 0xff && end[at + 1] === 0xd9)

export function readCodestream(bytes: Uint8Array): Codestream {
  const start = bytes.length < 4 ? 0 : viewOf(bytes).getUint32(0)
  const isJp2 = start === 0x00_00_00_0c
  const isJpeg = start >>> 16 === 0xff_d8
  if (!isJp2 && !isJpeg && start >>> 16 !== 0xff_4f) {
    throw new DicomFault('unsupported', 'compressed pixels of an unknown kind')
  }
  if (!isWhole(bytes)) throw damaged('a compressed picture without its end')
  return isJpeg ? readJpegHeader(bytes) : readJpeg2000Header(isJp2 ? unwrapJp2(bytes) : bytes)
}
