import { findAttribute } from '../dictionary/dictionary.ts'
import { createLimitFault, DicomFault } from '../fault.ts'
import { limits } from '../limits.ts'
import { decodeText } from '../read/character-set.ts'
import type { DataSet } from '../read/data-set.ts'
import { formatTag, undefinedLength } from '../read/element.ts'
import type { Element } from '../read/element.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { tags } from '../read/tags.ts'
import {
  hasSignedPixels,
  isGroupLength,
  isValueLittleEndian,
  isPrivate,
  isPrivateCreator,
  resolveVr,
} from '../read/value-representation.ts'
import { formatValue } from './dump-values.ts'

export interface DumpOptions {
  /** Maximum length of a value in characters; longer values are truncated. */
  readonly maxValue?: number | undefined
}

/** One row of the dump, in the terms of dcmdump. */
export interface DumpRow {
  /** (0010,0010) */
  readonly tag: string
  /** `na` for items of sequences, `pi` for fragments of pixel data. */
  readonly vr: string
  /** Empty if the element has no value. */
  readonly value: string
  /** The keyword of PS3.6. */
  readonly name: string
  /**
   * 0 for the data set, 1 for the items of its sequences, 2 for the elements in them, and so on.
   */
  readonly depth: number
  /** The private creator that reserved the block of a private element. */
  readonly privateCreator?: string
}

interface Dump {
  readonly rows: DumpRow[]
  readonly maxValue: number
  readonly maxRows: number
  /** Characters that may still be added. */
  remaining: number
}

const itemTag = '(fffe,e000)'
const defaultMaxValue = 256

/** Ends the list when it is too long for a user to read. */
class DumpEnd extends Error {}

function add(dump: Dump, row: DumpRow): void {
  if (dump.rows.length >= dump.maxRows) throw new DumpEnd()
  dump.remaining -= 64 + row.value.length
  if (dump.remaining < 0) {
    throw createLimitFault(
      'textCharacters',
      `more than ${limits.textCharacters} characters as text`,
    )
  }
  dump.rows.push(row)
}

function nameOf(tag: number): string {
  const keyword = isPrivate(tag) ? undefined : findAttribute(tag)?.keyword
  if (keyword !== undefined) return keyword
  if (isPrivateCreator(tag)) return 'PrivateCreator'
  return isGroupLength(tag) ? 'GenericGroupLength' : 'Unknown Tag & Data'
}

function creatorOf(dataSet: DataSet, tag: number): { privateCreator?: string } {
  if (!isPrivate(tag) || isPrivateCreator(tag)) return {}
  const block = (tag >>> 16) * 0x1_00_00 + ((tag & 0xff_ff) >>> 8)
  const privateCreator = dataSet.text(block)
  return privateCreator === '' ? {} : { privateCreator }
}

const describeLength = (length: number) => (length === undefinedLength ? 'undefined' : 'explicit')

/** Adds the items of a sequence as rows; undone, and false, if its bytes are not items. */
function addItems(dump: Dump, dataSet: DataSet, element: Element, outer: Context): boolean {
  const { tag, length } = element
  const before = { rows: dump.rows.length, remaining: dump.remaining }
  try {
    const count = dataSet.countItems(tag)
    const value = `(Sequence with ${describeLength(length)} length #=${count})`
    add(dump, { ...rowOf(dataSet, tag, outer.depth), vr: 'SQ', value })
    for (const item of dataSet.items(tag)) {
      const elements = [...item.elements()].length
      const depth = outer.depth + 1
      add(dump, { tag: itemTag, vr: 'na', value: `(Item #=${elements})`, name: 'Item', depth })
      addDataSet(dump, item, { ...outer, depth: depth + 1 })
    }
    return true
  } catch (error) {
    if (!(error instanceof DicomFault) || error.code !== 'damaged') throw error
    dump.rows.length = before.rows
    dump.remaining = before.remaining
    return false
  }
}

function addFragments(dump: Dump, dataSet: DataSet, tag: number, depth: number): void {
  const spans = dataSet.spans(tag)
  const value = `(PixelSequence #=${spans.length})`
  add(dump, { ...rowOf(dataSet, tag, depth), vr: 'OB', value })
  for (const span of spans) {
    const bytes = dataSet.fragment(span)
    const shown = formatValue(bytes, 'OB', true, dump.maxValue, () => '')
    add(dump, { tag: itemTag, vr: 'pi', value: shown, name: 'Item', depth: depth + 1 })
  }
}

/** The position of a data set in the file, and the pixel representation that applies there. */
interface Context {
  readonly depth: number
  readonly isSigned: boolean
}

const rowOf = (dataSet: DataSet, tag: number, depth: number) => ({
  tag: formatTag(tag),
  name: nameOf(tag),
  depth,
  ...creatorOf(dataSet, tag),
})

function addElement(dump: Dump, dataSet: DataSet, element: Element, outer: Context): void {
  const { tag, length } = element
  const vr = resolveVr(element, outer.isSigned)
  if (tag === tags.pixelData && length === undefinedLength) {
    addFragments(dump, dataSet, tag, outer.depth)
    return
  }
  if (vr === 'SQ' && addItems(dump, dataSet, element, outer)) return
  const bytes = dataSet.bytes(tag) ?? new Uint8Array()
  const shownVr = vr === 'SQ' ? 'UN' : vr
  const isLittleEndian = isValueLittleEndian(element, dataSet)
  const value = formatValue(bytes, shownVr, isLittleEndian, dump.maxValue, (part) =>
    decodeText(part, dataSet.characterSet),
  )
  add(dump, { ...rowOf(dataSet, tag, outer.depth), vr: shownVr, value })
}

function addDataSet(dump: Dump, dataSet: DataSet, outer: Context): void {
  if (outer.depth > 2 * limits.sequenceDepth) {
    throw createLimitFault(
      'sequenceDepth',
      `more than ${limits.sequenceDepth} sequences in each other`,
    )
  }
  const inside = { ...outer, isSigned: hasSignedPixels(dataSet, outer.isSigned) }
  for (const element of dataSet.elements()) {
    // Some writers leave stray delimiters after the last element.
    if (element.tag < 0xff_fe_00_00) addElement(dump, dataSet, element, inside)
  }
}

/** Lists the elements of a file in its order, including the file meta information. */
export function dumpDicom(file: DicomFile, options: DumpOptions = {}): DumpRow[] {
  const { maxValue = defaultMaxValue } = options
  const { dumpRows: maxRows, textCharacters: remaining } = limits
  const dump: Dump = { rows: [], maxValue, maxRows, remaining }
  const outermost = { depth: 0, isSigned: false }
  try {
    if (file.meta) addDataSet(dump, file.meta, outermost)
    addDataSet(dump, file.dataSet, outermost)
  } catch (error) {
    if (!(error instanceof DumpEnd)) throw error
    const value = `(the first ${maxRows} rows)`
    dump.rows.push({ tag: '', vr: 'na', value, name: 'End of the list', depth: 0 })
  }
  return dump.rows
}
