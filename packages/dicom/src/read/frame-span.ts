import { DicomFault } from '../fault.ts'
import { item, readTag, sourceOf } from './element.ts'
import { frameBits, joined } from './frame-bytes.ts'
import type { DicomHead, PixelPlace } from './head.ts'
import { describeImage } from './image.ts'
import { tags } from './tags.ts'

/** A part of a file, so that a server can send it without reading the rest. */
export interface FrameSpan {
  readonly start: number
  readonly end: number
  /** The part holds fragments with their headers, and perhaps what follows them: see `frameInSpan`. */
  readonly hasHeaders: boolean
}

const itemHeader = 8

function numbersOf(bytes: Uint8Array | undefined, size: 4 | 8): number[] {
  if (!bytes) return []
  const { view } = sourceOf(bytes)
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, index) =>
    size === 4 ? view.getUint32(4 * index, true) : Number(view.getBigUint64(8 * index, true)),
  )
}

/** The extended table tells the length of each frame, which lies in one fragment then (PS3.3 C.7.6.3.1.8). */
function extendedSpan(head: DicomHead, first: number, index: number): FrameSpan | undefined {
  const offset = numbersOf(head.dataSet.bytes(tags.extendedOffsetTable), 8)[index]
  const length = numbersOf(head.dataSet.bytes(tags.extendedOffsetTableLengths), 8)[index]
  if (offset === undefined || length === undefined) return undefined
  const start = first + offset + itemHeader
  return { start, end: start + length, hasHeaders: false }
}

function encapsulatedSpan(
  head: DicomHead,
  { valueStart, offsetTable }: PixelPlace,
  frames: number,
  index: number,
): FrameSpan | undefined {
  if (!offsetTable) return undefined
  const first = valueStart + itemHeader + offsetTable.length
  if (offsetTable.length === 0) {
    const extended = extendedSpan(head, first, index)
    if (extended) return extended
  }
  if (frames === 1) return { start: first, end: head.fileBytes, hasHeaders: true }
  const offsets = numbersOf(offsetTable, 4)
  if (offsets.length !== frames) return undefined
  const next = offsets[index + 1]
  return {
    start: first + (offsets[index] ?? 0),
    end: next === undefined ? head.fileBytes : first + next,
    hasHeaders: true,
  }
}

/**
 * Where a frame lies in its file, from the head alone. Nothing where only the whole file tells: frames
 * of compressed pixels without a table of offsets, single bits that begin inside a byte, a deflated file.
 */
export function frameSpan(head: DicomHead, index: number): FrameSpan | undefined {
  const image = describeImage(head.dataSet)
  const { pixelData, fileBytes } = head
  if (!Number.isInteger(index) || index < 0 || index >= image.frames) {
    throw new DicomFault('no-such-frame', `frame ${index} of ${image.frames}`)
  }
  if (!pixelData) return undefined
  if (pixelData.length === undefined) {
    const span = encapsulatedSpan(head, pixelData, image.frames, index)
    const isInside =
      !span ||
      (span.start >= pixelData.valueStart && span.end > span.start && span.end <= fileBytes)
    if (!isInside) throw new DicomFault('damaged-picture', `frame ${index} lies outside the file`)
    return span
  }
  const bits = frameBits(image)
  if ((bits * index) % 8 !== 0) return undefined
  const start = (bits * index) / 8
  const end = start + Math.ceil(bits / 8)
  if (end > pixelData.length) {
    throw new DicomFault('damaged-picture', `${pixelData.length} bytes of pixels of ${end}`)
  }
  const { valueStart } = pixelData
  return { start: valueStart + start, end: valueStart + end, hasHeaders: false }
}

/** The frame in bytes of a span that has headers; without a copy where it is one fragment. */
export function frameInSpan(bytes: Uint8Array): Uint8Array {
  const source = sourceOf(bytes)
  const fragments: Uint8Array[] = []
  for (let at = 0; at + itemHeader <= bytes.length && readTag(source, at, true) === item;) {
    const start = at + itemHeader
    at = start + source.view.getUint32(at + 4, true)
    if (at > bytes.length) throw new DicomFault('damaged-picture', 'a fragment without its end')
    fragments.push(source.bytes.subarray(start, at))
  }
  if (fragments.length === 0) throw new DicomFault('damaged-picture', 'no fragment of the picture')
  return joined(fragments)
}
