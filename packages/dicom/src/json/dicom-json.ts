import { createLimitFault, DicomFault } from '../fault.ts'
import { limits } from '../limits.ts'
import { decodeText } from '../read/character-set.ts'
import type { DataSet } from '../read/data-set.ts'
import type { Element } from '../read/element.ts'
import { tags } from '../read/tags.ts'
import {
  hasSignedPixels,
  isGroupLength,
  isValueLittleEndian,
  resolveVr,
} from '../read/value-representation.ts'
import { isBinaryVr } from '../read/values.ts'
import { formatJsonValues } from './json-values.ts'

export interface DicomJsonOptions {
  /**
   * Returns the URI of a value that is too large to be inlined, from its path in the data set:
   * `00880200`, or `00081140/0/00880200` inside a sequence. Without this function every value is
   * inlined. /
   */
  readonly bulkDataUri?: ((path: string) => string) | undefined
  /** The largest binary value that is inlined, in bytes. */
  readonly inlineBytes?: number | undefined
  /** Whether the pixel data is included, by its URI. */
  readonly hasPixelData?: boolean | undefined
}

/** PS3.18 F: an attribute, and a data set of them by their tags. */
export interface JsonAttribute {
  readonly vr: string
  readonly Value?: readonly unknown[]
  readonly InlineBinary?: string
  readonly BulkDataURI?: string
}
export type JsonDataSet = Readonly<Record<string, JsonAttribute>>

interface WriterState {
  readonly options: DicomJsonOptions
  /** Characters that may still be written. */
  remaining: number
}

const keyOf = (tag: number) => tag.toString(16).toUpperCase().padStart(8, '0')

const pixelTags: readonly number[] = [
  tags.pixelData,
  tags.floatPixelData,
  tags.doubleFloatPixelData,
]
const defaultInlineBytes = 1024

function charge(state: WriterState, characters: number): void {
  state.remaining -= characters
  if (state.remaining < 0) {
    throw createLimitFault(
      'textCharacters',
      `more than ${limits.textCharacters} characters as text`,
    )
  }
}

/** Omits file meta information, group lengths and trailing padding (PS3.18 F.2.2). */
const isIncluded = ({ tag }: Element, isOutermost: boolean, { options }: WriterState) =>
  !isGroupLength(tag) &&
  tag >>> 16 !== 0x0002 &&
  tag < 0xff_fc_00_00 &&
  (!isOutermost ||
    !pixelTags.includes(tag) ||
    (options.hasPixelData === true && options.bulkDataUri !== undefined))

function formatBinary(state: WriterState, bytes: Uint8Array | undefined, path: string): string {
  const { bulkDataUri, inlineBytes = defaultInlineBytes } = state.options
  if (bytes?.length === 0) return ''
  if (bulkDataUri && (!bytes || bytes.length > inlineBytes)) {
    const uri = JSON.stringify(bulkDataUri(path))
    charge(state, uri.length)
    return `,"BulkDataURI":${uri}`
  }
  if (!bytes) return ''
  charge(state, Math.ceil((4 * bytes.length) / 3))
  return `,"InlineBinary":"${encodeBase64(bytes)}"`
}

/** Undefined if the bytes of a sequence are not items: the caller then writes them as bytes. */
function formatSequence(
  state: WriterState,
  dataSet: DataSet,
  tag: number,
  path: string,
  inside: { depth: number; isSigned: boolean },
): string | undefined {
  const { remaining } = state
  try {
    const items: string[] = []
    for (const item of dataSet.items(tag)) {
      items.push(formatDataSet(state, item, `${path}/${items.length}/`, inside))
    }
    return items.length === 0 ? '' : `,"Value":[${items.join(',')}]`
  } catch (error) {
    if (!(error instanceof DicomFault) || error.code !== 'damaged') throw error
    state.remaining = remaining
    return undefined
  }
}

function formatAttribute(
  state: WriterState,
  dataSet: DataSet,
  element: Element,
  path: string,
  outer: { depth: number; isSigned: boolean },
): string {
  const vr = resolveVr(element, outer.isSigned)
  const { tag } = element
  charge(state, 24)
  if (vr === 'SQ') {
    const inside = { ...outer, depth: outer.depth + 1 }
    const items = formatSequence(state, dataSet, tag, path, inside)
    if (items !== undefined) return `"vr":"SQ"${items}`
    return `"vr":"UN"${formatBinary(state, dataSet.bytes(tag), path)}`
  }
  // All text is decoded here, and JSON is UTF-8.
  if (tag === tags.characterSet) return '"vr":"CS","Value":["ISO_IR 192"]'
  const bytes = dataSet.bytes(tag)
  if (outer.depth === 0 && pixelTags.includes(tag))
    return `"vr":"${vr}"${formatBinary(state, undefined, path)}`
  if (isBinaryVr(vr)) return `"vr":"${vr}"${formatBinary(state, bytes, path)}`
  if (!bytes || bytes.length === 0) return `"vr":"${vr}"`
  if (bytes.length > limits.writtenValueBytes) {
    if (state.options.bulkDataUri) return `"vr":"${vr}"${formatBinary(state, undefined, path)}`
    // Before anything is allocated: a million short values take a hundred times their bytes.
    charge(state, bytes.length)
  }
  const isLittleEndian = isValueLittleEndian(element, dataSet)
  const text = formatJsonValues(bytes, vr, isLittleEndian, () =>
    decodeText(bytes, dataSet.characterSet),
  )
  charge(state, text.length)
  return `"vr":"${vr}"${text === '' ? '' : `,"Value":[${text}]`}`
}

/** The elements by tag. Nearly every file is sorted already. */
function sortElements(dataSet: DataSet): readonly Element[] {
  const elements = [...dataSet.elements()]
  const isSorted = elements.every(({ tag }, at) => at === 0 || (elements[at - 1]?.tag ?? 0) < tag)
  return isSorted ? elements : elements.toSorted((one, other) => one.tag - other.tag)
}

function formatDataSet(
  state: WriterState,
  dataSet: DataSet,
  path: string,
  outer: { depth: number; isSigned: boolean },
): string {
  const { depth } = outer
  if (depth > limits.sequenceDepth) {
    throw createLimitFault(
      'sequenceDepth',
      `more than ${limits.sequenceDepth} sequences in each other`,
    )
  }
  const inside = { ...outer, isSigned: hasSignedPixels(dataSet, outer.isSigned) }
  // Joined to a flat text: a concatenated one keeps each of its parts, three times its size.
  const attributes: string[] = []
  for (const element of sortElements(dataSet)) {
    if (!isIncluded(element, depth === 0, state)) continue
    const key = keyOf(element.tag)
    const value = formatAttribute(state, dataSet, element, path + key, inside)
    attributes.push(`"${key}":{${value}}`)
  }
  return `{${attributes.join(',')}}`
}

/**
 * Writes a data set in the DICOM JSON model (PS3.18 annex F) as text: in the order of the tags,
 * which a JavaScript object would not keep. /
 */
export const formatDicomJson = (dataSet: DataSet, options: DicomJsonOptions = {}): string =>
  formatDataSet({ options, remaining: limits.textCharacters }, dataSet, '', {
    depth: 0,
    isSigned: false,
  })

export function toDicomJson(dataSet: DataSet, options?: DicomJsonOptions): JsonDataSet {
  // The text was written above, so its type is known.
  return JSON.parse(formatDicomJson(dataSet, options)) as JsonDataSet
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const letter = (value: number) => letters[value & 63] ?? ''

/** Encodes short values; Node and the browsers share no API for it. */
function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    text += letter(three >> 18) + letter(three >> 12)
    text += (left > 1 ? letter(three >> 6) : '=') + (left > 2 ? letter(three) : '=')
  }
  return text
}
