import { readFrame } from './frames.ts'
import { describeImage } from './image.ts'
import type { ImageDescription } from './image.ts'
import type { DicomFile } from './read-dicom.ts'
import { tags } from './tags.ts'
import { explicitBigEndian, explicitLittleEndian } from './transfer-syntax.ts'

/** One frame as it is stored. */
export interface StoredFrame {
  /** A window onto the file, unless the frame was in several fragments or had to be turned. */
  readonly bytes: Uint8Array
  /** Of these bytes: plain pixels are those of explicit encoding, whatever the file around them is. */
  readonly transferSyntaxUid: string
  readonly isEncapsulated: boolean
}

export const frameCount = ({ dataSet }: DicomFile): number => describeImage(dataSet).frames

export function joined(fragments: readonly Uint8Array[]): Uint8Array {
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

/** The bytes that change places between big and little endian: those of a number, or of a word. */
export const numberSize = (bitsAllocated: number, vr: string | undefined): 1 | 2 | 4 =>
  bitsAllocated === 32 ? 4 : bitsAllocated === 16 || vr === 'OW' ? 2 : 1

export function turned(bytes: Uint8Array, size: 1 | 2 | 4): Uint8Array {
  if (size === 1) return bytes
  const copy = bytes.slice()
  for (let at = 0; at + size <= copy.length; at += size) copy.subarray(at, at + size).reverse()
  return copy
}

/** Bits from inside a byte on, moved to its beginning. */
function aligned(bytes: Uint8Array, startBit: number, bits: number): Uint8Array {
  const moved = new Uint8Array(Math.ceil(bits / 8))
  for (let at = 0; at < moved.length; at++) {
    moved[at] = ((bytes[at] ?? 0) >> startBit) | ((bytes[at + 1] ?? 0) << (8 - startBit))
  }
  const unused = 8 * moved.length - bits
  const last = moved.length - 1
  moved[last] = (moved[last] ?? 0) & (0xff >> unused)
  return moved
}

/** YBR_FULL_422 shares the colours of two pixels. */
export const frameBits = ({
  rows,
  columns,
  samples,
  photometric,
  bitsAllocated,
}: ImageDescription) =>
  rows * columns * (photometric === 'YBR_FULL_422' ? 2 : samples) * bitsAllocated

/**
 * The stored bytes of a frame, which counts from 0; of several fragments they are put together. Plain
 * pixels of a big-endian file are turned where `isLittleEndian` asks for it, as DICOMweb must.
 */
export function frameBytes(
  file: DicomFile,
  index: number,
  { isLittleEndian = false } = {},
): StoredFrame {
  const { dataSet, transferSyntax } = file
  const image = describeImage(dataSet)
  const { isEncapsulated, fragments, startBit } = readFrame(
    dataSet,
    image,
    transferSyntax.coding ?? 'native',
    index,
  )
  if (isEncapsulated) {
    return { bytes: joined(fragments), transferSyntaxUid: transferSyntax.uid, isEncapsulated }
  }
  const [window = new Uint8Array()] = fragments
  const isBigEndian = !dataSet.encoding.isLittleEndian
  const isTurned = isBigEndian && isLittleEndian
  const size = numberSize(image.bitsAllocated, dataSet.element(tags.pixelData)?.vr)
  const bytes = isTurned ? turned(window, size) : window
  const bits = frameBits(image)
  return {
    bytes: startBit === 0 ? bytes.subarray(0, Math.ceil(bits / 8)) : aligned(bytes, startBit, bits),
    transferSyntaxUid: isBigEndian && !isTurned ? explicitBigEndian : explicitLittleEndian,
    isEncapsulated,
  }
}
