import { isLongForm } from '../read/element.ts'

export type Chunk = Uint8Array

const unknownLength = 0xff_ff_ff_ff

/** The header of an element in explicit VR little endian. */
export function createElementHeader(tag: number, vr: string, length: number | undefined): Chunk {
  const isLong = isLongForm(vr)
  const header = new Uint8Array(isLong ? 12 : 8)
  const view = new DataView(header.buffer)
  view.setUint16(0, tag >>> 16, true)
  view.setUint16(2, tag & 0xff_ff, true)
  header.set([vr.charCodeAt(0), vr.charCodeAt(1)], 4)
  if (isLong) view.setUint32(8, length ?? unknownLength, true)
  else view.setUint16(6, length ?? 0, true)
  return header
}

/** Items and delimiters have no VR. */
export function createItemHeader(tag: number, length: number): Chunk {
  const header = new Uint8Array(8)
  const view = new DataView(header.buffer)
  view.setUint16(0, tag >>> 16, true)
  view.setUint16(2, tag & 0xff_ff, true)
  view.setUint32(4, length, true)
  return header
}

export const countBytes = (chunks: readonly Chunk[]) =>
  chunks.reduce((sum, { length }) => sum + length, 0)

const zero = Uint8Array.of(0)
const blank = Uint8Array.of(0x20)
const paddedWithZero = new Set(['OB', 'OW', 'UI', 'UN'])

/** An element of even length; the chunks of the value are not copied. */
export function createElement(tag: number, vr: string, value: readonly Chunk[]): Chunk[] {
  const length = countBytes(value)
  // A value that is too long for the short form is written as UN (PS3.5 6.2.2).
  const written = !isLongForm(vr) && length > 0xff_fe ? 'UN' : vr
  const padding = length % 2 === 0 ? [] : [paddedWithZero.has(written) ? zero : blank]
  return [createElementHeader(tag, written, length + padding.length), ...value, ...padding]
}

export const createTextElement = (tag: number, vr: string, text: string): Chunk[] =>
  createElement(tag, vr, [Uint8Array.from(text, (letter) => letter.charCodeAt(0))])

export const createWordElement = (tag: number, value: number): Chunk[] =>
  createElement(tag, 'US', [Uint8Array.of(value & 0xff, value >>> 8)])
