import { DicomFault } from '../fault.ts'
import type { ImageDescription } from '../read/image.ts'
import type { Cells } from './stored-pixels.ts'

const isHostLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

function swapped(bytes: Uint8Array, size: 2 | 4): Uint8Array {
  const copy = bytes.slice()
  for (let at = 0; at + size <= copy.length; at += size) copy.subarray(at, at + size).reverse()
  return copy
}

/** Numbers of two or four bytes; without a copy where they already lie as the machine reads them. */
function numbers(bytes: Uint8Array, size: 2 | 4, isLittleEndian: boolean): Cells {
  const isTurned = isLittleEndian !== isHostLittleEndian
  const isAligned = bytes.byteOffset % size === 0
  const own = isTurned ? swapped(bytes, size) : isAligned ? bytes : bytes.slice()
  const count = Math.floor(own.length / size)
  return size === 2
    ? new Uint16Array(own.buffer, own.byteOffset, count)
    : new Uint32Array(own.buffer, own.byteOffset, count)
}

const byteCells = (bytes: Uint8Array, isTurned: boolean) => (isTurned ? swapped(bytes, 2) : bytes)

function bitCells(bytes: Uint8Array, startBit: number, count: number): Uint8Array {
  const cells = new Uint8Array(count)
  for (let index = 0; index < count; index++) {
    const bit = startBit + index
    cells[index] = ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1
  }
  return cells
}

/** Y Y Cb Cr for two pixels becomes Y Cb Cr, Y Cb Cr. */
function unshared(bytes: Uint8Array, pixels: number): Uint8Array {
  const cells = new Uint8Array(3 * pixels)
  for (let pixel = 0; pixel < pixels; pixel++) {
    const pair = 4 * (pixel >> 1)
    cells[3 * pixel] = bytes[pair + (pixel & 1)] ?? 0
    cells[3 * pixel + 1] = bytes[pair + 2] ?? 0
    cells[3 * pixel + 2] = bytes[pair + 3] ?? 0
  }
  return cells
}

/** Planes one after the other become triplets. */
export function interleaved<Kind extends Cells>(planes: Kind, pixels: number): Kind {
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
  /** Bytes written as words: big-endian files turn each pair of them. */
  readonly isWordData: boolean
}

export function nativeCells(
  bytes: Uint8Array,
  image: ImageDescription,
  layout: NativeLayout,
): Cells {
  const { bitsAllocated, samples, photometric, isPlanar } = image
  const { startBit, isLittleEndian, isWordData } = layout
  const pixels = image.rows * image.columns
  if (bitsAllocated === 1) {
    if (samples !== 1) throw new DicomFault('unsupported', 'colours of single bits')
    return bitCells(bytes, startBit, pixels)
  }
  if (photometric === 'YBR_FULL_422') {
    if (bitsAllocated !== 8 || image.columns % 2 === 1) {
      throw new DicomFault('unsupported', `YBR_FULL_422 of ${bitsAllocated} bits`)
    }
    return unshared(bytes, pixels)
  }
  const cells =
    bitsAllocated === 8
      ? byteCells(bytes, isWordData && !isLittleEndian)
      : numbers(bytes, bitsAllocated === 16 ? 2 : 4, isLittleEndian)
  const own = cells.subarray(0, pixels * samples)
  return samples === 3 && isPlanar ? interleaved(own, pixels) : own
}
