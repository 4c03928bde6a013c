import { DicomFault } from '../fault.ts'
import type { ImageDescription } from '../read/image.ts'
import type { Cells } from './stored-pixels.ts'

const isHostLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

function swapBytes(bytes: Uint8Array, size: 2 | 4): Uint8Array {
  const copy = bytes.slice()
  for (let at = 0; at + size <= copy.length; at += size) copy.subarray(at, at + size).reverse()
  return copy
}

/** Cells of two or four bytes; not copied if they are aligned and in the byte order of the host. */
function toWideCells(bytes: Uint8Array, size: 2 | 4, isLittleEndian: boolean): Cells {
  const isSwapped = isLittleEndian !== isHostLittleEndian
  const isAligned = bytes.byteOffset % size === 0
  const own = isSwapped ? swapBytes(bytes, size) : isAligned ? bytes : bytes.slice()
  const count = Math.floor(own.length / size)
  return size === 2
    ? new Uint16Array(own.buffer, own.byteOffset, count)
    : new Uint32Array(own.buffer, own.byteOffset, count)
}

const toByteCells = (bytes: Uint8Array, isSwapped: boolean) =>
  isSwapped ? swapBytes(bytes, 2) : bytes

function toBitCells(bytes: Uint8Array, startBit: number, count: number): Uint8Array {
  const cells = new Uint8Array(count)
  for (let index = 0; index < count; index++) {
    const bit = startBit + index
    cells[index] = ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1
  }
  return cells
}

/** Y Y Cb Cr for two pixels becomes Y Cb Cr, Y Cb Cr. */
function expandYbr422(bytes: Uint8Array, pixels: number): Uint8Array {
  const cells = new Uint8Array(3 * pixels)
  for (let pixel = 0; pixel < pixels; pixel++) {
    const pair = 4 * (pixel >> 1)
    cells[3 * pixel] = bytes[pair + (pixel & 1)] ?? 0
    cells[3 * pixel + 1] = bytes[pair + 2] ?? 0
    cells[3 * pixel + 2] = bytes[pair + 3] ?? 0
  }
  return cells
}

/** Converts consecutive planes to interleaved samples. */
export function interleavePlanes<Kind extends Cells>(planes: Kind, pixels: number): Kind {
  const cells = planes.slice() as Kind
  for (let plane = 0; plane < 3; plane++) {
    for (let pixel = 0; pixel < pixels; pixel++) {
      cells[3 * pixel + plane] = planes[plane * pixels + pixel] ?? 0
    }
  }
  return cells
}

export interface NativeLayout {
  readonly startBit: number
  readonly isLittleEndian: boolean
  /** Whether bytes are stored as OW words: big-endian files swap each pair of them. */
  readonly isWordData: boolean
}

export function decodeNative(
  bytes: Uint8Array,
  image: ImageDescription,
  layout: NativeLayout,
): Cells {
  const { bitsAllocated, samples, photometric, isPlanar } = image
  const { startBit, isLittleEndian, isWordData } = layout
  const pixels = image.rows * image.columns
  if (bitsAllocated === 1) {
    if (samples !== 1) throw new DicomFault('unsupported', 'colours of single bits')
    return toBitCells(bytes, startBit, pixels)
  }
  if (photometric === 'YBR_FULL_422') {
    if (bitsAllocated !== 8 || image.columns % 2 === 1) {
      throw new DicomFault('unsupported', `YBR_FULL_422 of ${bitsAllocated} bits`)
    }
    return expandYbr422(bytes, pixels)
  }
  const cells =
    bitsAllocated === 8
      ? toByteCells(bytes, isWordData && !isLittleEndian)
      : toWideCells(bytes, bitsAllocated === 16 ? 2 : 4, isLittleEndian)
  const own = cells.subarray(0, pixels * samples)
  return samples === 3 && isPlanar ? interleavePlanes(own, pixels) : own
}
