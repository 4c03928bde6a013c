import { DicomFault } from '../fault.ts'
import { limits } from '../limits.ts'
import { textOf } from '../read/character-set.ts'
import type { DataSet } from '../read/data-set.ts'
import type { Element } from '../read/element.ts'
import { tags } from '../read/tags.ts'
import { hasSignedPixels, isGroupLength, isLittleEndianIn, vrOf } from '../read/value-kind.ts'
import { isBinaryKind } from '../read/values.ts'
import { base64 } from './base64.ts'
import { valueText } from './json-values.ts'

export interface JsonOptions {
  /**
   * The address of a value that is too large to stand in the text, from where it lies: `00880200`, or
   * `00081140/0/00880200` inside a sequence. Without it every value stands in the text.
   */
  readonly bulkDataUri?: ((path: string) => string) | undefined
  /** The largest binary value that stands in the text, in bytes. */
  readonly inlineBytes?: number | undefined
  /** Whether the pixels are named, by their address. */
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

interface Writing {
  readonly options: JsonOptions
  /** Characters that may still be written. */
  left: number
}

const keyOf = (tag: number) => tag.toString(16).toUpperCase().padStart(8, '0')

const pixelTags: readonly number[] = [
  tags.pixelData,
  tags.floatPixelData,
  tags.doubleFloatPixelData,
]
const defaultInlineBytes = 1024

function charge(writing: Writing, characters: number): void {
  writing.left -= characters
  if (writing.left < 0) {
    throw new DicomFault('too-large', `more than ${limits.textCharacters} characters as text`)
  }
}

/** Neither the header of the file nor lengths of groups nor what only fills it up (PS3.18 F.2.2). */
const isWritten = ({ tag }: Element, isOutermost: boolean, { options }: Writing) =>
  !isGroupLength(tag) &&
  tag >>> 16 !== 0x0002 &&
  tag < 0xff_fc_00_00 &&
  (!isOutermost ||
    !pixelTags.includes(tag) ||
    (options.hasPixelData === true && options.bulkDataUri !== undefined))

function binary(writing: Writing, bytes: Uint8Array | undefined, path: string): string {
  const { bulkDataUri, inlineBytes = defaultInlineBytes } = writing.options
  if (bytes?.length === 0) return ''
  if (bulkDataUri && (!bytes || bytes.length > inlineBytes)) {
    const uri = JSON.stringify(bulkDataUri(path))
    charge(writing, uri.length)
    return `,"BulkDataURI":${uri}`
  }
  if (!bytes) return ''
  charge(writing, Math.ceil((4 * bytes.length) / 3))
  return `,"InlineBinary":"${base64(bytes)}"`
}

/** Nothing where the bytes of a sequence are no items: they are kept as bytes then. */
function sequence(
  writing: Writing,
  dataSet: DataSet,
  tag: number,
  path: string,
  inside: { depth: number; isSigned: boolean },
): string | undefined {
  const left = writing.left
  try {
    const items: string[] = []
    for (const item of dataSet.items(tag)) {
      items.push(dataSetText(writing, item, `${path}/${items.length}/`, inside))
    }
    return items.length === 0 ? '' : `,"Value":[${items.join(',')}]`
  } catch (error) {
    if (!(error instanceof DicomFault) || error.code !== 'damaged') throw error
    writing.left = left
    return undefined
  }
}

function attribute(
  writing: Writing,
  dataSet: DataSet,
  element: Element,
  path: string,
  around: { depth: number; isSigned: boolean },
): string {
  const vr = vrOf(element, around.isSigned)
  const { tag } = element
  charge(writing, 24)
  if (vr === 'SQ') {
    const inside = { ...around, depth: around.depth + 1 }
    const items = sequence(writing, dataSet, tag, path, inside)
    if (items !== undefined) return `"vr":"SQ"${items}`
    return `"vr":"UN"${binary(writing, dataSet.bytes(tag), path)}`
  }
  // Text is text of this answer from now on, which is UTF-8 as all JSON.
  if (tag === tags.characterSet) return '"vr":"CS","Value":["ISO_IR 192"]'
  const bytes = dataSet.bytes(tag)
  if (around.depth === 0 && pixelTags.includes(tag))
    return `"vr":"${vr}"${binary(writing, undefined, path)}`
  if (isBinaryKind(vr)) return `"vr":"${vr}"${binary(writing, bytes, path)}`
  if (!bytes || bytes.length === 0) return `"vr":"${vr}"`
  const isLittleEndian = isLittleEndianIn(element, dataSet)
  const text = valueText(bytes, vr, isLittleEndian, () => textOf(bytes, dataSet.characterSet))
  charge(writing, text.length)
  return `"vr":"${vr}"${text === '' ? '' : `,"Value":[${text}]`}`
}

/** By their tags, as nearly every file has them. */
function inOrder(dataSet: DataSet): readonly Element[] {
  const elements = [...dataSet.elements()]
  const isSorted = elements.every(({ tag }, at) => at === 0 || (elements[at - 1]?.tag ?? 0) < tag)
  return isSorted ? elements : elements.toSorted((one, other) => one.tag - other.tag)
}

function dataSetText(
  writing: Writing,
  dataSet: DataSet,
  path: string,
  around: { depth: number; isSigned: boolean },
): string {
  const { depth } = around
  if (depth > limits.sequenceDepth) {
    throw new DicomFault('too-large', `more than ${limits.sequenceDepth} sequences in each other`)
  }
  const inside = { ...around, isSigned: hasSignedPixels(dataSet, around.isSigned) }
  let text = ''
  for (const element of inOrder(dataSet)) {
    if (!isWritten(element, depth === 0, writing)) continue
    const key = keyOf(element.tag)
    const value = attribute(writing, dataSet, element, path + key, inside)
    text += `${text === '' ? '' : ','}"${key}":{${value}}`
  }
  return `{${text}}`
}

/**
 * A data set in the DICOM JSON model (PS3.18 annex F), as text: in the order of the tags, which an
 * object of JavaScript would not keep.
 */
export const dicomJsonText = (dataSet: DataSet, options: JsonOptions = {}): string =>
  dataSetText({ options, left: limits.textCharacters }, dataSet, '', { depth: 0, isSigned: false })

export function dicomJson(dataSet: DataSet, options?: JsonOptions): JsonDataSet {
  // Written a moment ago by ourselves, in this shape.
  return JSON.parse(dicomJsonText(dataSet, options)) as JsonDataSet
}
