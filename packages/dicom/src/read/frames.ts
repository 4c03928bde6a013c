import { DicomFault } from '../fault.ts'
import type { DataSet } from './data-set.ts'
import { undefinedLength } from './element.ts'
import type { ImageDescription } from './image.ts'
import type { DicomFile } from './read-dicom.ts'
import { tags } from './tags.ts'
import type { PixelCoding } from './transfer-syntax.ts'
import type { Span } from './parse-elements.ts'

/** A frame as it is stored: views of the bytes of the file, one per fragment. */
export interface EncodedFrame {
  readonly isEncapsulated: boolean
  readonly fragments: readonly Uint8Array[]
  /** Bit of the first byte at which a frame of single bits begins. */
  readonly startBit: number
}

/** In YBR_FULL_422, two pixels share their colour samples: Y Y Cb Cr. */
const countStoredSamples = ({ photometric, samples }: ImageDescription) =>
  photometric === 'YBR_FULL_422' ? 2 : samples

function readNativeFrame(dataSet: DataSet, image: ImageDescription, index: number): EncodedFrame {
  const bytes = dataSet.bytes(tags.pixelData) ?? new Uint8Array()
  const bits = image.rows * image.columns * countStoredSamples(image) * image.bitsAllocated
  const start = Math.floor((bits * index) / 8)
  const end = Math.ceil((bits * (index + 1)) / 8)
  if (end > bytes.length) {
    throw new DicomFault(
      'damaged-picture',
      `${bytes.length} bytes of pixels where ${end} should be`,
    )
  }
  return {
    isEncapsulated: false,
    // Includes the padding byte of an odd frame: in 16-bit words the last two bytes may be swapped.
    fragments: [bytes.subarray(start, end + (end % 2))],
    startBit: (bits * index) % 8,
  }
}

/**
 * The offsets of the frames from the item of the first fragment; empty if the file has no offset
 * table.
 */
export function readFrameOffsets(dataSet: DataSet, basicTable: Uint8Array): number[] {
  const extended = dataSet.bytes(tags.extendedOffsetTable)
  const table = extended && basicTable.length === 0 ? extended : basicTable
  const size = table === basicTable ? 4 : 8
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength)
  return Array.from({ length: Math.floor(table.length / size) }, (_, index) =>
    size === 4 ? view.getUint32(4 * index, true) : Number(view.getBigUint64(8 * index, true)),
  )
}

/** JPEG and JPEG-LS begin with FFD8, JPEG 2000 with FF4F. */
export const isFrameStart = (fragment: Uint8Array) =>
  fragment[0] === 0xff && (fragment[1] === 0xd8 || fragment[1] === 0x4f)

function readEncapsulatedFrame(dataSet: DataSet, frames: number, index: number): EncodedFrame {
  const [table, ...spans] = dataSet.spans(tags.pixelData)
  const [first] = spans
  if (!table || !first) throw new DicomFault('damaged-picture', 'no fragment of the picture')
  const toFrame = (parts: readonly Span[]) => {
    if (parts.length === 0) throw new DicomFault('damaged-picture', `frame ${index} is empty`)
    const fragments = parts.map((part) => dataSet.fragment(part))
    return { isEncapsulated: true, fragments, startBit: 0 }
  }
  if (frames === 1) return toFrame(spans)
  if (frames === spans.length) return toFrame(spans.slice(index, index + 1))
  const offsets = readFrameOffsets(dataSet, dataSet.fragment(table))
  if (offsets.length === frames) {
    const from = offsets[index] ?? 0
    const to = offsets[index + 1] ?? Infinity
    return toFrame(
      spans.filter(({ start }) => start - first.start >= from && start - first.start < to),
    )
  }
  const starts = spans.flatMap((span, at) => (isFrameStart(dataSet.fragment(span)) ? [at] : []))
  return toFrame(spans.slice(starts[index] ?? spans.length, starts[index + 1]))
}

export function readFrame(
  { dataSet, onlyFrame }: Pick<DicomFile, 'dataSet' | 'onlyFrame'>,
  image: ImageDescription,
  coding: PixelCoding | undefined,
  index: number,
): EncodedFrame {
  if (onlyFrame?.index === index) return onlyFrame.frame
  if (!Number.isInteger(index) || index < 0 || index >= image.frames) {
    throw new DicomFault('no-such-frame', `frame ${index} of ${image.frames}`)
  }
  const isEncapsulated = dataSet.element(tags.pixelData)?.length === undefinedLength
  if (isEncapsulated) return readEncapsulatedFrame(dataSet, image.frames, index)
  // A file that declares a compressed syntax may still hold native pixel data; its length is
  // checked.
  if (coding === undefined) throw new DicomFault('unsupported', 'an unknown transfer syntax')
  return readNativeFrame(dataSet, image, index)
}
