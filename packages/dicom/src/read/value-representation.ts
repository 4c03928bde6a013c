import { findAttribute } from '../dictionary/dictionary.ts'
import type { DataSet } from './data-set.ts'
import { isVr, undefinedLength } from './element.ts'
import type { Element } from './element.ts'
import { tags } from './tags.ts'

const groupOf = (tag: number) => tag >>> 16

export const isPrivate = (tag: number) => groupOf(tag) % 2 === 1

/** PS3.5 7.8.1: the element that names the private creator of a block of private elements. */
export const isPrivateCreator = (tag: number) => {
  const element = tag & 0xff_ff
  return isPrivate(tag) && element >= 0x10 && element <= 0xff
}

export const isGroupLength = (tag: number) => (tag & 0xff_ff) === 0

function findStandardVr(tag: number, isSigned: boolean): string {
  if (isPrivateCreator(tag)) return 'LO'
  if (isGroupLength(tag)) return 'UL'
  const vr = isPrivate(tag) ? undefined : findAttribute(tag)?.vr
  if (vr === 'xs') return isSigned ? 'SS' : 'US'
  return vr === 'ox' ? 'OW' : (vr ?? 'UN')
}

/**
 * The VR of an element: as declared in the file, otherwise from the dictionary. A dictionary VR of
 * `xs` (US or SS) depends on whether the pixel data is signed. /
 */
export function resolveVr({ tag, vr, length }: Element, isSigned: boolean): string {
  const isDeclared = vr !== 'UN' && isVr(vr)
  if (isDeclared) return vr
  if (tag === tags.pixelData) return 'OW'
  if (length === undefinedLength) return 'SQ'
  // A VR that is not in the standard: its bytes may be anything.
  if (vr !== '' && vr !== 'UN' && /^[A-Z]{2}$/u.test(vr)) return 'UN'
  return findStandardVr(tag, isSigned)
}

/** PS3.5 6.2.2: a value of VR UN is little-endian, whatever the encoding of the file. */
export const isValueLittleEndian = ({ vr }: Element, dataSet: DataSet) =>
  vr === 'UN' || dataSet.encoding.isLittleEndian

export const hasSignedPixels = (dataSet: DataSet, outer = false) =>
  dataSet.element(tags.pixelRepresentation) ? dataSet.word(tags.pixelRepresentation) === 1 : outer

/** The number size in bytes by which a value is byte-swapped. */
const swapSizes: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['US', 'SS', 'AT', 'OW'].map((vr) => [vr, 2])),
  ...Object.fromEntries(['UL', 'SL', 'FL', 'OF', 'OL'].map((vr) => [vr, 4])),
  ...Object.fromEntries(['FD', 'OD', 'OV', 'SV', 'UV'].map((vr) => [vr, 8])),
}

/** A copy of a value in the other byte order; text and bytes are the same in both. */
export function swapByteOrder(bytes: Uint8Array, vr: string): Uint8Array {
  const size = swapSizes[vr]
  if (size === undefined) return bytes
  const copy = bytes.slice()
  for (let at = 0; at + size <= copy.length; at += size) copy.subarray(at, at + size).reverse()
  return copy
}
