import type { DataSet } from '../read/data-set.ts'
import { tags } from '../read/tags.ts'

/** The frames of an image that an item refers to; `all` if it names none. */
export type ReferencedFrames = readonly number[] | 'all'

/** Undefined if the item does not refer to the image. */
function findReference(item: DataSet, sopInstanceUid: string): ReferencedFrames | undefined {
  for (const image of item.items(tags.referencedImageSequence)) {
    if (image.code(tags.referencedSopInstanceUid) !== sopInstanceUid) continue
    const frames = image.numbers(tags.referencedFrameNumber).filter(Number.isInteger)
    return frames.length > 0 ? frames : 'all'
  }
  return undefined
}

/** The frames of an image that a presentation state refers to; undefined if it does not refer. */
export function findReferencedFrames(
  state: DataSet,
  sopInstanceUid: string,
): ReferencedFrames | undefined {
  for (const series of state.items(tags.referencedSeriesSequence)) {
    const found = findReference(series, sopInstanceUid)
    if (found) return found
  }
  return undefined
}

/**
 * The items of a sequence that apply to an image: those that refer to it, and those without a
 * reference, which apply to every image of the presentation state. /
 */
export function* listReferencingItems(
  state: DataSet,
  tag: number,
  sopInstanceUid: string,
): IterableIterator<{ readonly item: DataSet; readonly frames: ReferencedFrames }> {
  for (const item of state.items(tag)) {
    const frames =
      item.countItems(tags.referencedImageSequence) === 0
        ? 'all'
        : findReference(item, sopInstanceUid)
    if (frames) yield { item, frames }
  }
}

/** Numbers of 32 bits, which `numbers` reads only the first of. */
export function readLongNumbers(
  dataSet: DataSet,
  tag: number,
  kind: 'Float32' | 'Int32',
): readonly number[] {
  const bytes = dataSet.bytes(tag) ?? new Uint8Array()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { isLittleEndian } = dataSet.encoding
  return Array.from({ length: bytes.byteLength >> 2 }, (_, at) =>
    kind === 'Float32'
      ? view.getFloat32(4 * at, isLittleEndian)
      : view.getInt32(4 * at, isLittleEndian),
  )
}
