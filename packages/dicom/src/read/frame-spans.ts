import { limits } from '../limits.ts'
import { DicomFault } from '../fault.ts'
import { findFrameSpan } from './frame-span.ts'
import type { FrameSpan } from './frame-span.ts'
import { isFrameStart, readFrameOffsets } from './frames.ts'
import type { DicomHeader } from './header.ts'
import { describeImage } from './image.ts'
import type { DicomFile } from './read-dicom.ts'
import { undefinedLength } from './element.ts'
import { tags } from './tags.ts'
import { deflatedLittleEndian } from './transfer-syntax.ts'
import type { Span } from './parse-elements.ts'

/** The parts of a file that suffice to read and decode a single frame. */
export interface SingleFrameLocation {
  /** Length of the file prefix that describes the image. */
  readonly headBytes: number
  /** Undefined if the whole file is needed to find it: see `findFrameSpans`. */
  readonly span: FrameSpan | undefined
}

const longestHeader = 12

/** Undefined for a file of one frame, and if a frame cannot be decoded on its own. */
export function locateSingleFrame(
  head: DicomHeader,
  index: number,
): SingleFrameLocation | undefined {
  const { dataSet, transferSyntax, pixelData, fileBytes } = head
  const image = describeImage(dataSet)
  if (image.frames <= 1 || !pixelData || image.bitsStored > 16) return undefined
  const headBytes = Math.min(fileBytes, pixelData.start + longestHeader)
  if (pixelData.length === undefined) return { headBytes, span: findValidSpan(head, index) }
  if (!transferSyntax.isLittleEndian || transferSyntax.coding !== 'native') return undefined
  const span = findFrameSpan(head, index)
  return span && { headBytes, span }
}

/** An offset table that points outside of the file is ignored. */
function findValidSpan(head: DicomHeader, index: number): FrameSpan | undefined {
  try {
    return findFrameSpan(head, index)
  } catch (error) {
    if (error instanceof DicomFault && error.code === 'damaged-picture') return undefined
    throw error
  }
}

const isAscending = (numbers: readonly number[]) =>
  numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))

/** The index of the first fragment of each frame, by the rules of `readFrame`. */
function findFirstFragments(
  { dataSet }: DicomFile,
  table: Span,
  spans: readonly Span[],
  frames: number,
): readonly number[] {
  if (frames === 1) return [0]
  if (frames === spans.length) return spans.map((_, at) => at)
  const offsets = readFrameOffsets(dataSet, dataSet.fragment(table))
  if (offsets.length === frames && isAscending(offsets)) {
    const origin = spans[0]?.start ?? 0
    const indexes = new Map(spans.map(({ start }, at) => [start - origin, at]))
    const found = offsets.flatMap((offset) => indexes.get(offset) ?? [])
    if (found.length === frames) return found
  }
  return spans.flatMap((span, at) => (isFrameStart(dataSet.fragment(span)) ? [at] : []))
}

const itemHeader = 8

/**
 * Finds the span of every encapsulated frame, with the item headers of its fragments, in the whole
 * file: many devices write no offset table. Undefined for native and for deflated pixel data. /
 */
export function findFrameSpans(file: DicomFile): readonly FrameSpan[] | undefined {
  const { dataSet, transferSyntax } = file
  const isEncapsulated = dataSet.element(tags.pixelData)?.length === undefinedLength
  if (!isEncapsulated || transferSyntax.uid === deflatedLittleEndian) return undefined
  const frames = Math.min(limits.frames, describeImage(dataSet).frames)
  const [table, ...spans] = dataSet.spans(tags.pixelData)
  if (!table || spans.length === 0) return undefined
  const firsts = findFirstFragments(file, table, spans, frames).slice(0, frames + 1)
  return firsts.slice(0, frames).flatMap((first, at) => {
    const last = (firsts[at + 1] ?? spans.length) - 1
    const [from, to] = [spans[first], spans[last]]
    return from && to ? [{ start: from.start - itemHeader, end: to.end, hasHeaders: true }] : []
  })
}
