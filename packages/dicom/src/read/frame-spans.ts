import { limits } from '../limits.ts'
import { DicomFault } from '../fault.ts'
import { frameSpan } from './frame-span.ts'
import type { FrameSpan } from './frame-span.ts'
import { beginsFrame, offsetsOf } from './frames.ts'
import type { DicomHead } from './head.ts'
import { describeImage } from './image.ts'
import type { DicomFile } from './read-dicom.ts'
import { undefinedLength } from './element.ts'
import { tags } from './tags.ts'
import { deflatedLittleEndian } from './transfer-syntax.ts'
import type { Span } from './walk.ts'

/** A frame that can be read and unpacked without the others of its file. */
export interface FrameApart {
  /** As much of the beginning of the file as describes it. */
  readonly headBytes: number
  /** Nothing where only the whole file tells: see `frameSpans`. */
  readonly span: FrameSpan | undefined
}

const longestHeader = 12

/** Nothing for a file of one frame, and where a frame cannot be understood by itself. */
export function frameApart(head: DicomHead, index: number): FrameApart | undefined {
  const { dataSet, transferSyntax, pixelData, fileBytes } = head
  const image = describeImage(dataSet)
  if (image.frames <= 1 || !pixelData || image.bitsStored > 16) return undefined
  const headBytes = Math.min(fileBytes, pixelData.start + longestHeader)
  if (pixelData.length === undefined) return { headBytes, span: toldSpan(head, index) }
  if (!transferSyntax.isLittleEndian || transferSyntax.coding !== 'native') return undefined
  const span = frameSpan(head, index)
  return span && { headBytes, span }
}

/** A table of offsets that leads out of the file is as good as none. */
function toldSpan(head: DicomHead, index: number): FrameSpan | undefined {
  try {
    return frameSpan(head, index)
  } catch (error) {
    if (error instanceof DicomFault && error.code === 'damaged-picture') return undefined
    throw error
  }
}

const isAscending = (numbers: readonly number[]) =>
  numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))

/** The place of the first fragment of each frame among all of them, as `readFrame` finds it. */
function firstFragments(
  { dataSet }: DicomFile,
  table: Span,
  spans: readonly Span[],
  frames: number,
): readonly number[] {
  if (frames === 1) return [0]
  if (frames === spans.length) return spans.map((_, at) => at)
  const offsets = offsetsOf(dataSet, dataSet.fragment(table))
  if (offsets.length === frames && isAscending(offsets)) {
    const origin = spans[0]?.start ?? 0
    const places = new Map(spans.map(({ start }, at) => [start - origin, at]))
    const found = offsets.flatMap((offset) => places.get(offset) ?? [])
    if (found.length === frames) return found
  }
  return spans.flatMap((span, at) => (beginsFrame(dataSet.fragment(span)) ? [at] : []))
}

const itemHeader = 8

/**
 * Where each frame of compressed pixels lies, with the headers of its fragments, from the whole file: many
 * machines write no table of offsets. Nothing where frames have no place of their own in it.
 */
export function frameSpans(file: DicomFile): readonly FrameSpan[] | undefined {
  const { dataSet, transferSyntax } = file
  const isEncapsulated = dataSet.element(tags.pixelData)?.length === undefinedLength
  if (!isEncapsulated || transferSyntax.uid === deflatedLittleEndian) return undefined
  const frames = Math.min(limits.frames, describeImage(dataSet).frames)
  const [table, ...spans] = dataSet.spans(tags.pixelData)
  if (!table || spans.length === 0) return undefined
  const firsts = firstFragments(file, table, spans, frames).slice(0, frames + 1)
  return firsts.slice(0, frames).flatMap((first, at) => {
    const last = (firsts[at + 1] ?? spans.length) - 1
    const [from, to] = [spans[first], spans[last]]
    return from && to ? [{ start: from.start - itemHeader, end: to.end, hasHeaders: true }] : []
  })
}
