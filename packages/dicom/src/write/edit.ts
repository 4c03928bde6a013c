import { tagOfKeyword } from '../dictionary/dictionary.ts'
import { DicomFault } from '../fault.ts'
import { item, isVr, readElement, readVr, sourceOf } from '../read/element.ts'
import type { Element, Encoding, Source } from '../read/element.ts'
import { readDicom } from '../read/read-dicom.ts'
import { tags } from '../read/tags.ts'
import { endOf, walkFile } from '../read/walk.ts'
import { mistake } from './attributes.ts'
import type { Attributes } from './attributes.ts'
import { joined, lengthOf, newElements, unicode } from './data-set.ts'
import type { NewElement } from './data-set.ts'
import { isAsciiThroughout, textRuleFor } from './edit-text.ts'
import { unicodeWriter, utf8 } from './value-bytes.ts'
import type { TextWriter } from './value-bytes.ts'

/** An element of the file with its head. */
interface Piece {
  readonly element: Element
  readonly from: number
  readonly to: number
}

function piecesOf(
  source: Source,
  start: number,
  end: number,
  encoding: Encoding,
): readonly Piece[] {
  const pieces: Piece[] = []
  for (let from = start; from < end;) {
    const element = readElement(source, from, end, encoding)
    const to = element.tag >= item ? element.start : endOf(source, element, end, encoding)
    pieces.push({ element, from, to })
    from = to
  }
  return pieces
}

interface Change {
  readonly removed: ReadonlySet<number>
  readonly added: readonly NewElement[]
}

/** Retired, and still written by some: how many bytes of the group follow (PS3.5 7.2). */
const isGroupLength = ({ tag, length }: Element) => (tag & 0xff_ff) === 0 && length === 4

/** The pieces with the changes among them; everything else as windows onto the file. */
function changed(source: Source, pieces: readonly Piece[], { removed, added }: Change) {
  const grown = new Map<number, number>()
  const grow = (tag: number, bytes: number) =>
    grown.set(tag >>> 16, (grown.get(tag >>> 16) ?? 0) + bytes)
  const kept = pieces.filter(({ element: { tag }, from, to }) => {
    if (removed.has(tag)) grow(tag, from - to)
    return !removed.has(tag)
  })
  for (const { tag, chunks } of added) grow(tag, lengthOf(chunks))
  const waiting = added.toSorted((one, other) => one.tag - other.tag)
  const until = (tag: number) => {
    const next = waiting.findIndex((element) => element.tag > tag)
    return waiting.splice(0, next === -1 ? waiting.length : next).flatMap(({ chunks }) => chunks)
  }
  const parts = kept.flatMap(({ element, from, to }) => {
    const before = until(element.tag)
    const bytes = source.bytes.subarray(from, to)
    const growth = grown.get(element.tag >>> 16) ?? 0
    if (!isGroupLength(element) || growth === 0) return [...before, bytes]
    const counted = bytes.slice()
    const at = element.start - from
    const view = new DataView(counted.buffer)
    view.setUint32(at, view.getUint32(at, true) + growth, true)
    return [...before, counted]
  })
  return [...parts, ...until(Infinity)]
}

const preambleLength = 132
const metaOf: Readonly<Record<string, string>> = {
  SOPClassUID: 'MediaStorageSOPClassUID',
  SOPInstanceUID: 'MediaStorageSOPInstanceUID',
}

function tagsOf(changes: Attributes): ReadonlySet<number> {
  return new Set(
    Object.keys(changes).map((keyword) => {
      const tag = tagOfKeyword(keyword)
      if (tag === undefined) throw mistake(keyword, 'no keyword of DICOM')
      const group = tag >>> 16
      if (group < 8 || tag === tags.characterSet || tag >= tags.pixelData) {
        throw mistake(keyword, 'not for editing')
      }
      return tag
    }),
  )
}

/** The file meta information names the object too, and a reader may believe either. */
function changedMeta(source: Source, start: number, end: number, changes: Attributes) {
  const renamed = Object.entries(metaOf).flatMap(([keyword, meta]) =>
    changes[keyword] === undefined ? [] : [[meta, changes[keyword]] as const],
  )
  if (renamed.length === 0 || start === end) return [source.bytes.subarray(start, end)]
  const isExplicit = isVr(readVr(source, start + 4))
  const encoding = { isExplicit, isLittleEndian: true }
  const added = newElements(Object.fromEntries(renamed), {
    isExplicit,
    text: unicodeWriter,
    isSigned: false,
  })
  const removed = new Set(added.map(({ tag }) => tag))
  return changed(source, piecesOf(source, start, end, encoding), { removed, added })
}

const hasMark = (head: Uint8Array) =>
  String.fromCharCode(...head.subarray(preambleLength - 4, preambleLength)) === 'DICM'

function metaEnd(source: Source, start: number): number {
  const encoding = { isExplicit: isVr(readVr(source, start + 4)), isLittleEndian: true }
  return walkFile(source, start, encoding, (tag) => tag >>> 16 === 2).next
}

export interface EditedHead {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** False where letters that the file's character set lacks were replaced by similar ones. */
  readonly isTextExact: boolean
}

/**
 * Changes attributes of a stored file. `head` is the file until its pixels, or the whole file; the
 * answer replaces those bytes. An attribute that is undefined is removed, others are replaced or put
 * where they belong. Everything else stays as it was, byte for byte: private elements, odd VRs, what
 * stands inside sequences. Only a character set, group lengths and the name of the object in the file
 * meta information follow the changes.
 */
export function editDataSet(head: Uint8Array, changes: Attributes): EditedHead {
  const removed = tagsOf(changes)
  const { transferSyntax, dataSet } = readDicom(head)
  const { encoding } = dataSet
  if (transferSyntax.isDeflated || !encoding.isLittleEndian) {
    throw new DicomFault('not-editable', `transfer syntax ${transferSyntax.uid}`)
  }
  const source = sourceOf(head)
  const metaStart = hasMark(head) ? preambleLength : 0
  const start = metaEnd(source, metaStart)
  const { end } = walkFile(source, start, encoding)
  const pieces = piecesOf(source, start, end, encoding)
  const isSigned = dataSet.word(tags.pixelRepresentation) === 1
  const write = (text: TextWriter, more: Attributes = {}) =>
    newElements({ ...changes, ...more }, { isExplicit: encoding.isExplicit, text, isSigned })
  // Written once to see its text: which letters are in it decides how it is written.
  const texts: string[] = []
  const encode = (text: string) => {
    texts.push(text)
    return utf8(text)
  }
  write({ ...unicodeWriter, encode })
  const rule = textRuleFor(texts, dataSet, () =>
    isAsciiThroughout(
      source,
      pieces.map(({ element }) => element),
      encoding,
    ),
  )
  const added = write(
    rule.writer,
    rule.becomesUnicode ? { SpecificCharacterSet: unicode } : undefined,
  )
  const replaced = rule.becomesUnicode ? new Set([...removed, tags.characterSet]) : removed
  return {
    bytes: joined([
      head.subarray(0, metaStart),
      ...changedMeta(source, metaStart, start, changes),
      ...changed(source, pieces, { removed: replaced, added }),
      head.subarray(end),
    ]),
    isTextExact: rule.isExact,
  }
}
