import { DicomFault } from '../fault.ts'
import { decodeText } from '../read/character-set.ts'
import type { DataSet } from '../read/data-set.ts'
import { documentTags as tags } from './document-tags.ts'

/** The form of an entry of a report, by which a page draws it. */
type ReportEntryType = 'heading' | 'text' | 'image' | 'object' | 'unknown'

/** One entry of a report. The entries are in reading order; `depth` counts the headings above. */
interface ReportEntry {
  readonly depth: number
  readonly type: ReportEntryType
  readonly name: string
  readonly value: string
  /** Says more about the entry above: an observer, a method, a side. */
  readonly isContext: boolean
  readonly sopInstanceUid?: string
  readonly frames?: readonly number[]
}

export interface StructuredReport {
  readonly title: string
  readonly isComplete: boolean
  readonly isVerified: boolean
  readonly entries: readonly ReportEntry[]
  /** Deeper or further entries were left out. */
  readonly isCut: boolean
}

/** Upper bounds: a long report has a few hundred entries, nested about eight deep. */
export const reportLimits = {
  entries: 5000,
  depth: 24,
  characters: 1_000_000,
  textBytes: 64 * 1024,
} as const

interface Reading {
  readonly entries: ReportEntry[]
  remaining: number
  isCut: boolean
}

/** The meaning of a code, or the code itself. */
const readCode = (dataSet: DataSet, tag: number): string => {
  const item = dataSet.item(tag)
  return item ? item.text(tags.codeMeaning) || item.text(tags.codeValue) : ''
}

/** UCUM symbols are shorter than their names; `1` and counts in braces are no units to be shown. */
function readUnit(value: DataSet): string {
  const unit = value.item(tags.unitsSequence)
  if (!unit) return ''
  const code = unit.text(tags.codeValue)
  if (unit.text(tags.codingScheme) !== 'UCUM') return unit.text(tags.codeMeaning) || code
  return code === '1' || code.startsWith('{') ? '' : code
}

function readNumber(item: DataSet): string {
  const measured = item.item(tags.measuredValueSequence)
  const number = measured?.text(tags.numericValue) ?? ''
  return measured && number !== '' ? `${number} ${readUnit(measured)}`.trim() : ''
}

/** `20260210101500.5` becomes `2026-02-10 10:15:00`. */
function formatDicomTime(text: string): string {
  const match = /^(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?/u.exec(text)
  if (!match) return text
  const [, year, month, day, hour, minute, second] = match
  const date = [year, month, day].filter(Boolean).join('-')
  const time = [hour, minute, second].filter(Boolean).join(':')
  return time === '' ? date : `${date} ${time}`
}

const formatTime = (text: string) =>
  text.replace(/^(\d{2})(\d{2})(\d{2})?.*$/u, (_all, hour: string, minute: string, second = '') =>
    [hour, minute, second].filter(Boolean).join(':'),
  )

/** `Smith^Anna^^Dr` becomes `Dr Anna Smith`. */
export function formatPersonName(text: string): string {
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = (
    text.split('=')[0] ?? ''
  ).split('^')
  return [prefix, given, middle, family, suffix]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
}

/** A text of a report is longer than a name, so it is read apart from `DataSet.text`. */
function readText(reading: Reading, item: DataSet): string {
  const bytes = item.bytes(tags.textValue) ?? new Uint8Array()
  if (bytes.length > reportLimits.textBytes) reading.isCut = true
  const text = decodeText(bytes.subarray(0, reportLimits.textBytes), item.characterSet)
  return text.replaceAll('\r\n', '\n').replaceAll(/[\0\s]+$/gu, '')
}

type EntryContent = Pick<ReportEntry, 'type' | 'value' | 'sopInstanceUid' | 'frames'>

function readReference(item: DataSet, type: 'image' | 'object'): EntryContent {
  const reference = item.item(tags.referencedSopSequence)
  const sopInstanceUid = reference?.code(tags.referencedSopInstanceUid) ?? ''
  const frames = (reference?.numbers(tags.referencedFrameNumber) ?? []).filter(Number.isInteger)
  return {
    type,
    value: '',
    ...(sopInstanceUid === '' ? {} : { sopInstanceUid }),
    ...(frames.length === 0 ? {} : { frames: frames.slice(0, 20) }),
  }
}

const toText = (value: string): EntryContent => ({ type: 'text', value })

const readers: Readonly<Record<string, (item: DataSet, reading: Reading) => EntryContent>> = {
  CONTAINER: () => ({ type: 'heading', value: '' }),
  TEXT: (item, reading) => toText(readText(reading, item)),
  NUM: (item) => toText(readNumber(item)),
  CODE: (item) => toText(readCode(item, tags.conceptCodeSequence)),
  DATETIME: (item) => toText(formatDicomTime(item.code(tags.dateTime))),
  DATE: (item) => toText(formatDicomTime(item.code(tags.date))),
  TIME: (item) => toText(formatTime(item.code(tags.time))),
  PNAME: (item) => toText(formatPersonName(item.text(tags.personName))),
  UIDREF: (item) => toText(item.code(tags.uid)),
  SCOORD: (item) => toText(item.code(tags.graphicType)),
  SCOORD3D: (item) => toText(item.code(tags.graphicType)),
  IMAGE: (item) => readReference(item, 'image'),
  COMPOSITE: (item) => readReference(item, 'object'),
  WAVEFORM: (item) => readReference(item, 'object'),
}

/** An entry of a type that is not shown names its type; one that refers to another entry its number. */
function readContent(item: DataSet, reading: Reading): EntryContent {
  const type = item.code(tags.valueType)
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  if (read) return read(item, reading)
  const target = item.element(tags.referencedContentItem)
  return { type: 'unknown', value: target ? 'REFERENCE' : type }
}

const contextRelationships = ['HAS OBS CONTEXT', 'HAS ACQ CONTEXT', 'HAS CONCEPT MOD']

function addItems(reading: Reading, parent: DataSet, depth: number): void {
  if (!parent.element(tags.contentSequence)) return
  if (depth >= reportLimits.depth) {
    reading.isCut = true
    return
  }
  for (const item of parent.items(tags.contentSequence)) {
    if (reading.entries.length >= reportLimits.entries || reading.remaining < 0) {
      reading.isCut = true
      return
    }
    const name = readCode(item, tags.conceptNameSequence)
    const content = readContent(item, reading)
    reading.remaining -= 32 + name.length + content.value.length
    const isContext = contextRelationships.includes(item.code(tags.relationship))
    reading.entries.push({ depth, name, isContext, ...content })
    addItems(reading, item, depth + 1)
  }
}

/**
 * Reads the content tree of a structured report (PS3.3 C.17.3) as a list. A damaged part ends the
 * list, which then says that it is not whole.
 */
export function readStructuredReport(dataSet: DataSet): StructuredReport {
  const reading: Reading = { entries: [], remaining: reportLimits.characters, isCut: false }
  try {
    addItems(reading, dataSet, 0)
  } catch (error) {
    if (!(error instanceof DicomFault)) throw error
    reading.isCut = true
  }
  return {
    title: readCode(dataSet, tags.conceptNameSequence),
    isComplete: dataSet.code(tags.completionFlag) !== 'PARTIAL',
    isVerified: dataSet.code(tags.verificationFlag) === 'VERIFIED',
    entries: reading.entries,
    isCut: reading.isCut,
  }
}
