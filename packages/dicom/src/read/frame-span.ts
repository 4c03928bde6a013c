import { DicomFault } from '../fault.ts'
import { itemTag, readTag, toSource } from './element.ts'
import { countFrameBits, joinFragments } from './frame-bytes.ts'
import type { DicomHeader, PixelDataLocation } from './header.ts'
import { describeImage } from './image.ts'
import { tags } from './tags.ts'

/** The part of a file that holds a frame, so that a server can send it without reading the rest. */
export interface FrameSpan {
  readonly start: number
  readonly end: number
  /**
   * The part holds fragments with their item headers, and perhaps bytes after them: see
   * `extractFrame`.
   */
  readonly hasHeaders: boolean
}

const itemHeader = 8

function readOffsets(bytes: Uint8Array | undefined, size: 4 | 8): number[] {
  if (!bytes) return []
  const { view } = toSource(bytes)
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, index) =>
    size === 4 ? view.getUint32(4 * index, true) : Number(view.getBigUint64(8 * index, true)),
  )
}

/**
 * With an extended offset table every frame is one fragment of known length (PS3.3 C.7.6.3.1.8).
 */
function findExtendedSpan(head: DicomHeader, first: number, index: number): FrameSpan | undefined {
  const offset = readOffsets(head.dataSet.bytes(tags.extendedOffsetTable), 8)[index]
  const length = readOffsets(head.dataSet.bytes(tags.extendedOffsetTableLengths), 8)[index]
  if (offset === undefined || length === undefined) return undefined
  const start = first + offset + itemHeader
  return { start, end: start + length, hasHeaders: false }
}

function findEncapsulatedSpan(
  head: DicomHeader,
  { valueStart, offsetTable }: PixelDataLocation,
  frames: number,
  index: number,
): FrameSpan | undefined {
  if (!offsetTable) return undefined
  const first = valueStart + itemHeader + offsetTable.length
  if (offsetTable.length === 0) {
    const extended = findExtendedSpan(head, first, index)
    if (extended) return extended
  }
  if (frames === 1) return { start: first, end: head.fileBytes, hasHeaders: true }
  const offsets = readOffsets(offsetTable, 4)
  if (offsets.length !== frames) return undefined
  const next = offsets[index + 1]
  return {
    start: first + (offsets[index] ?? 0),
    end: next === undefined ? head.fileBytes : first + next,
    hasHeaders: true,
  }
}

/**
 * Finds the span of a frame from the header of its file. Undefined if the whole file is needed:
 * encapsulated frames without an offset table, single-bit frames that begin inside a byte, a
 * deflated file. /
 */
export function findFrameSpan(head: DicomHeader, index: number): FrameSpan | undefined {
  const image = describeImage(head.dataSet)
  const { pixelData, fileBytes } = head
  if (!Number.isInteger(index) || index < 0 || index >= image.frames) {
    throw new DicomFault('no-such-frame', `frame ${index} of ${image.frames}`)
  }
  if (!pixelData) return undefined
  if (pixelData.length === undefined) {
    const span = findEncapsulatedSpan(head, pixelData, image.frames, index)
    const isInside =
      !span ||
      (span.start >= pixelData.valueStart && span.end > span.start && span.end <= fileBytes)
    if (!isInside) throw new DicomFault('damaged-picture', `frame ${index} lies outside the file`)
    return span
  }
  const bits = countFrameBits(image)
  if ((bits * index) % 8 !== 0) return undefined
  const start = (bits * index) / 8
  const end = start + Math.ceil(bits / 8)
  if (end > pixelData.length) {
    throw new DicomFault('damaged-picture', `${pixelData.length} bytes of pixels of ${end}`)
  }
  const { valueStart } = pixelData
  return { start: valueStart + start, end: valueStart + end, hasHeaders: false }
}

/** Joins the fragments in a span that has item headers; a single fragment is not copied. */
export function extractFrame(bytes: Uint8Array): Uint8Array {
  const source = toSource(bytes)
  const fragments: Uint8Array[] = []
  for (let at = 0; at + itemHeader <= bytes.length && readTag(source, at, true) === itemTag;) {
    const start = at + itemHeader
    at = start + source.view.getUint32(at + 4, true)
    if (at > bytes.length) throw new DicomFault('damaged-picture', 'a fragment without its end')
    fragments.push(source.bytes.subarray(start, at))
  }
  if (fragments.length === 0) throw new DicomFault('damaged-picture', 'no fragment of the picture')
  return joinFragments(fragments)
}
