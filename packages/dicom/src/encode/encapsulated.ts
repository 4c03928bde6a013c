import { itemTag, sequenceDelimitationTag } from '../read/element.ts'
import { tags } from '../read/tags.ts'
import { createElementHeader, createItemHeader } from './element-bytes.ts'
import type { Chunk } from './element-bytes.ts'

const padding = Uint8Array.of(0)

/** Encapsulated pixel data with one fragment per frame and a basic offset table (PS3.5 A.4). */
export function createEncapsulatedPixelData(frames: readonly Uint8Array[]): Chunk[] {
  const table = new Uint8Array(4 * frames.length)
  const view = new DataView(table.buffer)
  const fragments: Chunk[] = []
  let at = 0
  for (const [index, frame] of frames.entries()) {
    const isOdd = frame.length % 2 === 1
    const length = frame.length + (isOdd ? 1 : 0)
    view.setUint32(4 * index, at, true)
    at += 8 + length
    fragments.push(createItemHeader(itemTag, length), frame, ...(isOdd ? [padding] : []))
  }
  // Beyond 4 GiB the offsets do not fit into 32 bits; an empty table is valid.
  const offsets = at > 0xff_ff_ff_ff ? new Uint8Array() : table
  return [
    createElementHeader(tags.pixelData, 'OB', undefined),
    createItemHeader(itemTag, offsets.length),
    offsets,
    ...fragments,
    createItemHeader(sequenceDelimitationTag, 0),
  ]
}
