import { DicomFault } from '../fault.ts'
import type { DataSet } from './data-set.ts'
import { undefinedLength } from './element.ts'
import type { ImageDescription } from './image.ts'
import { tags } from './tags.ts'
import type { PixelCoding } from './transfer-syntax.ts'
import type { Span } from './walk.ts'

/** A frame as the file holds it: windows onto its bytes, several if it was cut into fragments. */
export interface CodedFrame {
  readonly isEncapsulated: boolean
  readonly fragments: readonly Uint8Array[]
  /** Where a frame of single bits begins inside its first byte. */
  readonly startBit: number
}

/** YBR_FULL_422 shares the colours of two pixels: Y Y Cb Cr. */
const samplesStored = ({ photometric, samples }: ImageDescription) =>
  photometric === 'YBR_FULL_422' ? 2 : samples

function nativeFrame(dataSet: DataSet, image: ImageDescription, index: number): CodedFrame {
  const bytes = dataSet.bytes(tags.pixelData) ?? new Uint8Array()
  const bits = image.rows * image.columns * samplesStored(image) * image.bitsAllocated
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
    // With the byte that fills an odd frame up: where bytes lie in words, the two change places.
    fragments: [bytes.subarray(start, end + (end % 2))],
    startBit: (bits * index) % 8,
  }
}

/** Where frames begin, counted from the first fragment's item; nothing if the file does not tell. */
export function offsetsOf(dataSet: DataSet, basicTable: Uint8Array): number[] {
  const extended = dataSet.bytes(tags.extendedOffsetTable)
  const table = extended && basicTable.length === 0 ? extended : basicTable
  const size = table === basicTable ? 4 : 8
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength)
  return Array.from({ length: Math.floor(table.length / size) }, (_, index) =>
    size === 4 ? view.getUint32(4 * index, true) : Number(view.getBigUint64(8 * index, true)),
  )
}

/** JPEG and JPEG-LS begin with FFD8, JPEG 2000 with FF4F. */
export const beginsFrame = (fragment: Uint8Array) =>
  fragment[0] === 0xff && (fragment[1] === 0xd8 || fragment[1] === 0x4f)

function encapsulatedFrame(dataSet: DataSet, frames: number, index: number): CodedFrame {
  const [table, ...spans] = dataSet.spans(tags.pixelData)
  const [first] = spans
  if (!table || !first) throw new DicomFault('damaged-picture', 'no fragment of the picture')
  const whole = (parts: readonly Span[]) => {
    if (parts.length === 0) throw new DicomFault('damaged-picture', `frame ${index} is empty`)
    const fragments = parts.map((part) => dataSet.fragment(part))
    return { isEncapsulated: true, fragments, startBit: 0 }
  }
  if (frames === 1) return whole(spans)
  if (frames === spans.length) return whole(spans.slice(index, index + 1))
  const offsets = offsetsOf(dataSet, dataSet.fragment(table))
  if (offsets.length === frames) {
    const from = offsets[index] ?? 0
    const to = offsets[index + 1] ?? Infinity
    return whole(
      spans.filter(({ start }) => start - first.start >= from && start - first.start < to),
    )
  }
  const starts = spans.flatMap((span, at) => (beginsFrame(dataSet.fragment(span)) ? [at] : []))
  return whole(spans.slice(starts[index] ?? spans.length, starts[index + 1]))
}

export function readFrame(
  dataSet: DataSet,
  image: ImageDescription,
  coding: PixelCoding | undefined,
  index: number,
): CodedFrame {
  if (!Number.isInteger(index) || index < 0 || index >= image.frames) {
    throw new DicomFault('no-such-frame', `frame ${index} of ${image.frames}`)
  }
  const isEncapsulated = dataSet.element(tags.pixelData)?.length === undefinedLength
  if (isEncapsulated) return encapsulatedFrame(dataSet, image.frames, index)
  // A file that declares a compression and holds plain pixels: their number must fit, then.
  if (coding === undefined) throw new DicomFault('unsupported', 'an unknown transfer syntax')
  return nativeFrame(dataSet, image, index)
}
