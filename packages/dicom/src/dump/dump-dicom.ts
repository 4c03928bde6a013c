import { attributeOf } from '../dictionary/dictionary.ts'
import { DicomFault } from '../fault.ts'
import { limits } from '../limits.ts'
import { textOf } from '../read/character-set.ts'
import type { DataSet } from '../read/data-set.ts'
import { tagName, undefinedLength } from '../read/element.ts'
import type { Element } from '../read/element.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { tags } from '../read/tags.ts'
import {
  hasSignedPixels,
  isGroupLength,
  isLittleEndianIn,
  isPrivate,
  isPrivateCreator,
  vrOf,
} from '../read/value-kind.ts'
import { shownValue } from './dump-values.ts'

export interface DumpOptions {
  /** The longest value, in characters; of a longer one the beginning is shown. */
  readonly maxValue?: number | undefined
}

/** A line of what a file holds, with the words of dcmdump. */
export interface DumpRow {
  /** (0010,0010) */
  readonly tag: string
  /** `na` for items of sequences, `pi` for fragments of pixels. */
  readonly vr: string
  /** Empty where there is none. */
  readonly value: string
  /** The keyword of PS3.6. */
  readonly name: string
  /** 0 for the data set, 1 for the items of its sequences, 2 for what is in them, and so on. */
  readonly depth: number
  /** Who defined a private element. */
  readonly privateCreator?: string
}

interface Dump {
  readonly rows: DumpRow[]
  readonly maxValue: number
  left: number
}

const itemTag = '(fffe,e000)'
const defaultMaxValue = 256

function add(dump: Dump, row: DumpRow): void {
  dump.left -= 64 + row.value.length
  if (dump.left < 0) {
    throw new DicomFault('too-large', `more than ${limits.textCharacters} characters as text`)
  }
  dump.rows.push(row)
}

function nameOf(tag: number): string {
  const keyword = isPrivate(tag) ? undefined : attributeOf(tag)?.keyword
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

const lengthWord = (length: number) => (length === undefinedLength ? 'undefined' : 'explicit')

/** The items of a sequence as rows of their own; undone where its bytes are no items. */
function addItems(dump: Dump, dataSet: DataSet, element: Element, around: Place): boolean {
  const { tag, length } = element
  const before = { rows: dump.rows.length, left: dump.left }
  try {
    const items = [...dataSet.items(tag)]
    const value = `(Sequence with ${lengthWord(length)} length #=${items.length})`
    add(dump, { ...rowOf(dataSet, tag, around.depth), vr: 'SQ', value })
    for (const item of items) {
      const count = [...item.elements()].length
      const depth = around.depth + 1
      add(dump, { tag: itemTag, vr: 'na', value: `(Item #=${count})`, name: 'Item', depth })
      addDataSet(dump, item, { ...around, depth: depth + 1 })
    }
    return true
  } catch (error) {
    if (!(error instanceof DicomFault) || error.code !== 'damaged') throw error
    dump.rows.length = before.rows
    dump.left = before.left
    return false
  }
}

function addFragments(dump: Dump, dataSet: DataSet, tag: number, depth: number): void {
  const spans = dataSet.spans(tag)
  const value = `(PixelSequence #=${spans.length})`
  add(dump, { ...rowOf(dataSet, tag, depth), vr: 'OB', value })
  for (const span of spans) {
    const bytes = dataSet.fragment(span)
    const shown = shownValue(bytes, 'OB', true, dump.maxValue, () => '')
    add(dump, { tag: itemTag, vr: 'pi', value: shown, name: 'Item', depth: depth + 1 })
  }
}

interface Place {
  readonly depth: number
  readonly isSigned: boolean
}

const rowOf = (dataSet: DataSet, tag: number, depth: number) => ({
  tag: tagName(tag),
  name: nameOf(tag),
  depth,
  ...creatorOf(dataSet, tag),
})

function addElement(dump: Dump, dataSet: DataSet, element: Element, around: Place): void {
  const { tag, length } = element
  const vr = vrOf(element, around.isSigned)
  if (tag === tags.pixelData && length === undefinedLength) {
    addFragments(dump, dataSet, tag, around.depth)
    return
  }
  if (vr === 'SQ' && addItems(dump, dataSet, element, around)) return
  const bytes = dataSet.bytes(tag) ?? new Uint8Array()
  const shownVr = vr === 'SQ' ? 'UN' : vr
  const isLittleEndian = isLittleEndianIn(element, dataSet)
  const value = shownValue(bytes, shownVr, isLittleEndian, dump.maxValue, (part) =>
    textOf(part, dataSet.characterSet),
  )
  add(dump, { ...rowOf(dataSet, tag, around.depth), vr: shownVr, value })
}

function addDataSet(dump: Dump, dataSet: DataSet, around: Place): void {
  if (around.depth > 2 * limits.sequenceDepth) {
    throw new DicomFault('too-large', `more than ${limits.sequenceDepth} sequences in each other`)
  }
  const inside = { ...around, isSigned: hasSignedPixels(dataSet, around.isSigned) }
  for (const element of dataSet.elements()) {
    // Delimiters that delimit nothing, which some writers leave behind the last element.
    if (element.tag < 0xff_fe_00_00) addElement(dump, dataSet, element, inside)
  }
}

/** What a file holds, element by element in its order, with the file meta information. */
export function dumpDicom(file: DicomFile, options: DumpOptions = {}): DumpRow[] {
  const { maxValue = defaultMaxValue } = options
  const dump: Dump = { rows: [], maxValue, left: limits.textCharacters }
  const outermost = { depth: 0, isSigned: false }
  if (file.meta) addDataSet(dump, file.meta, outermost)
  addDataSet(dump, file.dataSet, outermost)
  return dump.rows
}
