import { readFrame } from './frames.ts'
import { describeImage } from './image.ts'
import type { ImageDescription } from './image.ts'
import type { DicomFile } from './read-dicom.ts'
import { tags } from './tags.ts'
import { explicitBigEndian, explicitLittleEndian } from './transfer-syntax.ts'

/** One frame as it is stored. */
export interface StoredFrame {
  /** A view of the file, unless the frame had several fragments or its bytes had to be swapped. */
  readonly bytes: Uint8Array
  /**
   * Transfer syntax of these bytes: native pixel data counts as explicit VR, whatever the file is.
   */
  readonly transferSyntaxUid: string
  readonly isEncapsulated: boolean
}

export const countFrames = ({ dataSet }: DicomFile): number => describeImage(dataSet).frames

export function joinFragments(fragments: readonly Uint8Array[]): Uint8Array {
  const [first = new Uint8Array(), ...rest] = fragments
  if (rest.length === 0) return first
  const bytes = new Uint8Array(fragments.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const fragment of fragments) {
    bytes.set(fragment, at)
    at += fragment.length
  }
  return bytes
}

/** The unit of byte swapping between big and little endian: a sample, or a 16-bit word of OW. */
export const getByteSwapSize = (bitsAllocated: number, vr: string | undefined): 1 | 2 | 4 =>
  bitsAllocated === 32 ? 4 : bitsAllocated === 16 || vr === 'OW' ? 2 : 1

export function swapBytes(bytes: Uint8Array, size: 1 | 2 | 4): Uint8Array {
  if (size === 1) return bytes
  const copy = bytes.slice()
  for (let at = 0; at + size <= copy.length; at += size) copy.subarray(at, at + size).reverse()
  return copy
}

/** Shifts bits that start inside a byte to the start of the first byte. */
function alignBits(bytes: Uint8Array, startBit: number, bits: number): Uint8Array {
  const moved = new Uint8Array(Math.ceil(bits / 8))
  for (let at = 0; at < moved.length; at++) {
    moved[at] = ((bytes[at] ?? 0) >> startBit) | ((bytes[at + 1] ?? 0) << (8 - startBit))
  }
  const unused = 8 * moved.length - bits
  const last = moved.length - 1
  moved[last] = (moved[last] ?? 0) & (0xff >> unused)
  return moved
}

/** Bits of a native frame. In YBR_FULL_422, two pixels share their colour samples. */
export const countFrameBits = ({
  rows,
  columns,
  samples,
  photometric,
  bitsAllocated,
}: ImageDescription) =>
  rows * columns * (photometric === 'YBR_FULL_422' ? 2 : samples) * bitsAllocated

/**
 * The stored bytes of a frame, counted from 0; several fragments are joined. With `isLittleEndian`,
 * the native pixel data of a big-endian file is byte-swapped, as DICOMweb requires. /
 */
export function readFrameBytes(
  file: DicomFile,
  index: number,
  { isLittleEndian = false } = {},
): StoredFrame {
  const { dataSet, transferSyntax } = file
  const image = describeImage(dataSet)
  const { isEncapsulated, fragments, startBit } = readFrame(
    file,
    image,
    transferSyntax.coding ?? 'native',
    index,
  )
  if (isEncapsulated) {
    return {
      bytes: joinFragments(fragments),
      transferSyntaxUid: transferSyntax.uid,
      isEncapsulated,
    }
  }
  const [stored = new Uint8Array()] = fragments
  const isBigEndian = !dataSet.encoding.isLittleEndian
  const isSwapped = isBigEndian && isLittleEndian
  const size = getByteSwapSize(image.bitsAllocated, dataSet.element(tags.pixelData)?.vr)
  const bytes = isSwapped ? swapBytes(stored, size) : stored
  const bits = countFrameBits(image)
  return {
    bytes:
      startBit === 0 ? bytes.subarray(0, Math.ceil(bits / 8)) : alignBits(bytes, startBit, bits),
    transferSyntaxUid: isBigEndian && !isSwapped ? explicitBigEndian : explicitLittleEndian,
    isEncapsulated,
  }
}
