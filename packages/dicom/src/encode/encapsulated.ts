import { item, sequenceEnd } from '../read/element.ts'
import { tags } from '../read/tags.ts'
import { headerOf, itemHeader } from './element-bytes.ts'
import type { Chunk } from './element-bytes.ts'

const padding = Uint8Array.of(0)

/** Pixel data of one fragment for each frame, with the table of their offsets (PS3.5 A.4). */
export function encapsulatedElement(frames: readonly Uint8Array[]): Chunk[] {
  const table = new Uint8Array(4 * frames.length)
  const view = new DataView(table.buffer)
  const fragments: Chunk[] = []
  let at = 0
  for (const [index, frame] of frames.entries()) {
    const isOdd = frame.length % 2 === 1
    const length = frame.length + (isOdd ? 1 : 0)
    view.setUint32(4 * index, at, true)
    at += 8 + length
    fragments.push(itemHeader(item, length), frame, ...(isOdd ? [padding] : []))
  }
  // Beyond four gigabytes the offsets have no room; an empty table is a valid one.
  const offsets = at > 0xff_ff_ff_ff ? new Uint8Array() : table
  return [
    headerOf(tags.pixelData, 'OB', undefined),
    itemHeader(item, offsets.length),
    offsets,
    ...fragments,
    itemHeader(sequenceEnd, 0),
  ]
}
