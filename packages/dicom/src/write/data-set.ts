import { findAttribute, findTag } from '../dictionary/dictionary.ts'
import { itemTag } from '../read/element.ts'
import { isAttributes, createAttributeError, toValues } from './attributes.ts'
import type { Attributes, AttributeValue } from './attributes.ts'
import { utf8Writer, encodeUtf8, writeValue } from './value-bytes.ts'
import type { TextWriter } from './value-bytes.ts'

export interface WriteContext {
  readonly isExplicit: boolean
  readonly text: TextWriter
  /**
   * Whether the pixel data is signed, on which the VR of pixel values depends; false if unknown.
   */
  readonly isSigned: boolean
}

/** An encoded element. Its chunks are not joined, because one of them may be a whole document. */
export interface WrittenElement {
  readonly tag: number
  readonly chunks: readonly Uint8Array[]
}

export const countBytes = (chunks: readonly Uint8Array[]) =>
  chunks.reduce((sum, chunk) => sum + chunk.length, 0)

export function concatBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(countBytes(chunks))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

const longForm = new Set('OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' '))
const shortFormMaxLength = 0xff_fe

/** Tag, VR if the encoding is explicit, and length. */
export function writeElementHeader(tag: number, vr: string, length: number, isExplicit: boolean) {
  const isLong = isExplicit && longForm.has(vr)
  const bytes = new Uint8Array(isLong ? 12 : 8)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, tag >>> 16, true)
  view.setUint16(2, tag & 0xff_ff, true)
  if (isExplicit) bytes.set(encodeUtf8(vr), 4)
  if (!isExplicit) view.setUint32(4, length, true)
  else if (isLong) view.setUint32(8, length, true)
  else view.setUint16(6, length, true)
  return bytes
}

function chooseVr(
  tag: number,
  keyword: string,
  context: WriteContext,
  value: AttributeValue,
): string {
  const vr = findAttribute(tag)?.vr ?? 'UN'
  if (vr === 'ox') return 'OW'
  if (vr !== 'xs') return vr
  const values = toValues(value)
  const hasNegative =
    !(values instanceof Uint8Array) && values.some((one) => typeof one === 'number' && one < 0)
  // The first value of a LUT descriptor is the number of entries and never negative.
  const isTable = keyword.endsWith('Descriptor')
  return hasNegative || (context.isSigned && !isTable) ? 'SS' : 'US'
}

function writeSequence(keyword: string, value: AttributeValue, context: WriteContext) {
  const items = toValues(value)
  return Array.from(items).flatMap((one) => {
    if (!isAttributes(one)) throw createAttributeError(keyword, 'a sequence has items')
    const chunks = writeElements(one, context).flatMap((element) => element.chunks)
    // An item has no VR in either encoding.
    return [writeElementHeader(itemTag, '', countBytes(chunks), false), ...chunks]
  })
}

function writeElement(
  keyword: string,
  value: AttributeValue,
  context: WriteContext,
): WrittenElement {
  const tag = findTag(keyword)
  if (tag === undefined) throw createAttributeError(keyword, 'no keyword of DICOM')
  const vr = chooseVr(tag, keyword, context, value)
  const chunks =
    vr === 'SQ'
      ? writeSequence(keyword, value, context)
      : [writeValue(keyword, vr, value, context.text)]
  const length = countBytes(chunks)
  if (context.isExplicit && !longForm.has(vr) && length > shortFormMaxLength) {
    throw createAttributeError(keyword, `${length} bytes are too many for ${vr}`)
  }
  return { tag, chunks: [writeElementHeader(tag, vr, length, context.isExplicit), ...chunks] }
}

const sortByTag = (elements: readonly WrittenElement[]) =>
  elements.toSorted((one, other) => one.tag - other.tag)

/** Encodes attributes as elements in the order of their tags. */
export function writeElements(
  attributes: Attributes,
  outer: WriteContext,
): readonly WrittenElement[] {
  const { PixelRepresentation: signs } = attributes
  const context = signs === undefined ? outer : { ...outer, isSigned: signs === 1 }
  return sortByTag(
    Object.entries(attributes).flatMap(([keyword, value]) =>
      value === undefined ? [] : [writeElement(keyword, value, context)],
    ),
  )
}

export const utf8CharacterSet = 'ISO_IR 192'

export interface WriteOptions {
  readonly isExplicit: boolean
}

/**
 * Encodes a data set in little endian, as chunks. Text is UTF-8, and the data set declares that
 * only if its text is not ASCII: a peer that supports only ASCII must not see a character set that
 * nothing uses. /
 */
export function writeDataSetChunks(
  attributes: Attributes,
  { isExplicit }: WriteOptions,
): readonly Uint8Array[] {
  let isAscii = true
  const encode = (text: string) => {
    const bytes = encodeUtf8(text)
    isAscii &&= bytes.length === text.length
    return bytes
  }
  const text = { ...utf8Writer, encode }
  const context = { isExplicit, text, isSigned: false }
  const elements = writeElements({ ...attributes, SpecificCharacterSet: undefined }, context)
  const isDeclared = attributes['SpecificCharacterSet'] !== undefined || !isAscii
  const characterSet = isDeclared
    ? writeElements({ SpecificCharacterSet: utf8CharacterSet }, context)
    : []
  return sortByTag([...elements, ...characterSet]).flatMap(({ chunks }) => chunks)
}

export const writeDataSet = (attributes: Attributes, options: WriteOptions) =>
  concatBytes(writeDataSetChunks(attributes, options))

const groupOf = (keyword: string) => (findTag(keyword) ?? 0) >>> 16

/**
 * Encodes the command set of a DIMSE message (PS3.7 6.3.1): always implicit VR, its length first.
 */
export function writeCommand(attributes: Attributes): Uint8Array<ArrayBuffer> {
  const invalid = Object.keys(attributes).find((keyword) => groupOf(keyword) !== 0)
  if (invalid !== undefined) throw createAttributeError(invalid, 'no element of a command')
  const implicit = { isExplicit: false }
  const body = writeDataSetChunks({ ...attributes, CommandGroupLength: undefined }, implicit)
  return concatBytes([
    ...writeDataSetChunks({ CommandGroupLength: countBytes(body) }, implicit),
    ...body,
  ])
}
