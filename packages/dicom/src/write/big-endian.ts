import { isLongForm, itemTag, readElement, toSource } from '../read/element.ts'
import type { Source } from '../read/element.ts'
import { swapByteOrder } from '../read/value-representation.ts'
import { concatBytes } from './data-set.ts'
import type { WrittenElement } from './data-set.ts'

const littleEndian = { isExplicit: true, isLittleEndian: true }

/** Converts an element of explicit VR little endian to explicit VR big endian (PS3.5 7.3). */
export function toBigEndianElement({ tag, chunks }: WrittenElement): WrittenElement {
  const bytes = concatBytes(chunks)
  swapElements(toSource(bytes), 0, bytes.length)
  return { tag, chunks: [bytes] }
}

/** Swaps elements, or the items of a sequence, in place. Their lengths are defined. */
function swapElements(source: Source, from: number, to: number): void {
  for (let at = from; at < to;) {
    const { tag, vr, start, length } = readElement(source, at, to, littleEndian)
    swapHeader(source, at, vr)
    if (tag === itemTag || vr === 'SQ') swapElements(source, start, start + length)
    else source.bytes.set(swapByteOrder(source.bytes.subarray(start, start + length), vr), start)
    at = start + length
  }
}

function swapHeader({ view }: Source, at: number, vr: string): void {
  const swap16 = (position: number) =>
    view.setUint16(position, view.getUint16(position, true), false)
  const swap32 = (position: number) =>
    view.setUint32(position, view.getUint32(position, true), false)
  swap16(at)
  swap16(at + 2)
  // An item has no VR, and its length takes four bytes.
  if (vr === '') swap32(at + 4)
  else if (isLongForm(vr)) swap32(at + 8)
  else swap16(at + 6)
}
