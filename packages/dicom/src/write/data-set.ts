import { attributeOf, tagOfKeyword } from '../dictionary/dictionary.ts'
import { item } from '../read/element.ts'
import { isAttributes, mistake, valuesOf } from './attributes.ts'
import type { Attributes, AttributeValue } from './attributes.ts'
import { unicodeWriter, utf8, valueBytes } from './value-bytes.ts'
import type { TextWriter } from './value-bytes.ts'

export interface Writing {
  readonly isExplicit: boolean
  readonly text: TextWriter
  /** Whether pixels are signed, on which the VR of pixel values depends; unknown means not. */
  readonly isSigned: boolean
}

/** An element as it is written. Parts are not joined, because one of them may be a whole document. */
export interface NewElement {
  readonly tag: number
  readonly chunks: readonly Uint8Array[]
}

export const lengthOf = (chunks: readonly Uint8Array[]) =>
  chunks.reduce((sum, chunk) => sum + chunk.length, 0)

export function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(lengthOf(chunks))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

const longForm = new Set('OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' '))
const shortFormMost = 0xff_fe

/** Group, element, VR where it is explicit, and length. */
export function elementHead(tag: number, vr: string, length: number, isExplicit: boolean) {
  const isLong = isExplicit && longForm.has(vr)
  const bytes = new Uint8Array(isLong ? 12 : 8)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, tag >>> 16, true)
  view.setUint16(2, tag & 0xff_ff, true)
  if (isExplicit) bytes.set(utf8(vr), 4)
  if (!isExplicit) view.setUint32(4, length, true)
  else if (isLong) view.setUint32(8, length, true)
  else view.setUint16(6, length, true)
  return bytes
}

function vrOf(tag: number, keyword: string, writing: Writing, value: AttributeValue): string {
  const vr = attributeOf(tag)?.vr ?? 'UN'
  if (vr === 'ox') return 'OW'
  if (vr !== 'xs') return vr
  const values = valuesOf(value)
  const hasNegative =
    !(values instanceof Uint8Array) && values.some((one) => typeof one === 'number' && one < 0)
  // The first number of a table's description counts its entries and is never negative.
  const isTable = keyword.endsWith('Descriptor')
  return hasNegative || (writing.isSigned && !isTable) ? 'SS' : 'US'
}

function sequenceChunks(keyword: string, value: AttributeValue, writing: Writing) {
  const items = valuesOf(value)
  return Array.from(items).flatMap((one) => {
    if (!isAttributes(one)) throw mistake(keyword, 'a sequence has items')
    const chunks = newElements(one, writing).flatMap((element) => element.chunks)
    // An item has no VR in either encoding.
    return [elementHead(item, '', lengthOf(chunks), false), ...chunks]
  })
}

function newElement(keyword: string, value: AttributeValue, writing: Writing): NewElement {
  const tag = tagOfKeyword(keyword)
  if (tag === undefined) throw mistake(keyword, 'no keyword of DICOM')
  const vr = vrOf(tag, keyword, writing, value)
  const chunks =
    vr === 'SQ'
      ? sequenceChunks(keyword, value, writing)
      : [valueBytes(keyword, vr, value, writing.text)]
  const length = lengthOf(chunks)
  if (writing.isExplicit && !longForm.has(vr) && length > shortFormMost) {
    throw mistake(keyword, `${length} bytes are too many for ${vr}`)
  }
  return { tag, chunks: [elementHead(tag, vr, length, writing.isExplicit), ...chunks] }
}

const inOrder = (elements: readonly NewElement[]) =>
  elements.toSorted((one, other) => one.tag - other.tag)

/** The elements in the order of their tags. */
export function newElements(attributes: Attributes, outer: Writing): readonly NewElement[] {
  const { PixelRepresentation: signs } = attributes
  const writing = signs === undefined ? outer : { ...outer, isSigned: signs === 1 }
  return inOrder(
    Object.entries(attributes).flatMap(([keyword, value]) =>
      value === undefined ? [] : [newElement(keyword, value, writing)],
    ),
  )
}

export const unicode = 'ISO_IR 192'

export interface WriteOptions {
  readonly isExplicit: boolean
}

/**
 * A data set in little endian, in parts. Text is UTF-8, and the data set says so wherever that makes a
 * difference: a peer that knows ASCII only is not told of a character set that nothing uses.
 */
export function dataSetChunks(
  attributes: Attributes,
  { isExplicit }: WriteOptions,
): readonly Uint8Array[] {
  let isAscii = true
  const encode = (text: string) => {
    const bytes = utf8(text)
    isAscii &&= bytes.length === text.length
    return bytes
  }
  const text = { ...unicodeWriter, encode }
  const writing = { isExplicit, text, isSigned: false }
  const elements = newElements({ ...attributes, SpecificCharacterSet: undefined }, writing)
  const isNamed = attributes['SpecificCharacterSet'] !== undefined || !isAscii
  const name = isNamed ? newElements({ SpecificCharacterSet: unicode }, writing) : []
  return inOrder([...elements, ...name]).flatMap(({ chunks }) => chunks)
}

export const writeDataSet = (attributes: Attributes, options: WriteOptions) =>
  joined(dataSetChunks(attributes, options))

const groupOf = (keyword: string) => (tagOfKeyword(keyword) ?? 0) >>> 16

/** The command of a message on the network (PS3.7 6.3.1): always implicit, its length first. */
export function writeCommand(attributes: Attributes): Uint8Array<ArrayBuffer> {
  const stranger = Object.keys(attributes).find((keyword) => groupOf(keyword) !== 0)
  if (stranger !== undefined) throw mistake(stranger, 'no element of a command')
  const implicit = { isExplicit: false }
  const body = dataSetChunks({ ...attributes, CommandGroupLength: undefined }, implicit)
  return joined([...dataSetChunks({ CommandGroupLength: lengthOf(body) }, implicit), ...body])
}
