import { attributeOf } from '../dictionary/dictionary.ts'
import type { DataSet } from './data-set.ts'
import { isVr, undefinedLength } from './element.ts'
import type { Element } from './element.ts'
import { tags } from './tags.ts'

const groupOf = (tag: number) => tag >>> 16

export const isPrivate = (tag: number) => groupOf(tag) % 2 === 1

/** PS3.5 7.8.1: who reserved the block of private elements that this tag lies in. */
export const isPrivateCreator = (tag: number) => {
  const element = tag & 0xff_ff
  return isPrivate(tag) && element >= 0x10 && element <= 0xff
}

export const isGroupLength = (tag: number) => (tag & 0xff_ff) === 0

function vrOfStandard(tag: number, isSigned: boolean): string {
  if (isPrivateCreator(tag)) return 'LO'
  if (isGroupLength(tag)) return 'UL'
  const vr = isPrivate(tag) ? undefined : attributeOf(tag)?.vr
  if (vr === 'xs') return isSigned ? 'SS' : 'US'
  return vr === 'ox' ? 'OW' : (vr ?? 'UN')
}

/**
 * What kind of value an element has: as the file says, and where it does not say or not know, as the
 * standard does. Two kinds of numbers are signed where the pixels are.
 */
export function vrOf({ tag, vr, length }: Element, isSigned: boolean): string {
  const isTold = vr !== 'UN' && isVr(vr)
  if (isTold) return vr
  if (tag === tags.pixelData) return 'OW'
  if (length === undefinedLength) return 'SQ'
  // A VR that nobody knows yet: its bytes may be anything.
  if (vr !== '' && vr !== 'UN' && /^[A-Z]{2}$/u.test(vr)) return 'UN'
  return vrOfStandard(tag, isSigned)
}

/** PS3.5 6.2.2: what was kept as UN is little-endian, whatever the file around it is. */
export const isLittleEndianIn = ({ vr }: Element, dataSet: DataSet) =>
  vr === 'UN' || dataSet.encoding.isLittleEndian

export const hasSignedPixels = (dataSet: DataSet, outer = false) =>
  dataSet.element(tags.pixelRepresentation) ? dataSet.word(tags.pixelRepresentation) === 1 : outer
