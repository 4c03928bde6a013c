import { limits } from '../limits.ts'
import { DicomFault } from '../fault.ts'
import { findFrameSpan } from './frame-span.ts'
import type { FrameSpan } from './frame-span.ts'
import type { DicomHeader } from './header.ts'
import { describeImage } from './image.ts'

/** The parts of a file that suffice to read and decode a single frame. */
export interface SingleFrameLocation {
  /** Length of the file prefix that describes the image. */
  readonly headBytes: number
  /** Undefined if the whole file must be searched for it: see `createFragmentScanner`. */
  readonly span: FrameSpan | undefined
  /** Position of the value of the pixel data. */
  readonly valueStart: number
  readonly frames: number
}

const longestHeader = 12

/** A shorter file of one frame is read whole: that takes less time than finding its frame. */
const apartFromBytes = 32 * 1024 * 1024

/** Undefined for a short file of one frame, and if a frame cannot be decoded on its own. */
export function locateSingleFrame(
  head: DicomHeader,
  index: number,
): SingleFrameLocation | undefined {
  const { dataSet, transferSyntax, pixelData, fileBytes } = head
  const image = describeImage(dataSet)
  if (!pixelData || image.bitsStored > 16) return undefined
  if (image.frames <= 1 && fileBytes <= apartFromBytes) return undefined
  const headBytes = Math.min(fileBytes, pixelData.start + longestHeader)
  const location = {
    headBytes,
    valueStart: pixelData.valueStart,
    frames: Math.min(limits.frames, image.frames),
  }
  if (pixelData.length === undefined) return { ...location, span: findValidSpan(head, index) }
  if (!transferSyntax.isLittleEndian || transferSyntax.coding !== 'native') return undefined
  const span = findFrameSpan(head, index)
  return span && { ...location, span }
}

/** An offset table that points outside of the file, or to far too many bytes, is ignored. */
function findValidSpan(head: DicomHeader, index: number): FrameSpan | undefined {
  try {
    const span = findFrameSpan(head, index)
    // One fragment holds at most a frame, and a compressed frame is not longer than a decoded one.
    return span && span.end - span.start <= limits.frameBytes ? span : undefined
  } catch (error) {
    if (error instanceof DicomFault && error.code === 'damaged-picture') return undefined
    throw error
  }
}
