import { findTag } from '../dictionary/dictionary.ts'
import { isPatientTag } from '../dictionary/patient-tags.ts'
import { isVr, readVr, toSource } from '../read/element.ts'
import type { Element, Source } from '../read/element.ts'
import { DataSet } from '../read/data-set.ts'
import { deflate } from '../read/deflate.ts'
import { locateDataSet, readFileMetaInformation } from '../read/file-meta-information.ts'
import type { DataSetLocation } from '../read/file-meta-information.ts'
import { tags } from '../read/tags.ts'
import { parseFileElements } from '../read/parse-elements.ts'
import { createAttributeError } from './attributes.ts'
import type { Attributes } from './attributes.ts'
import { toBigEndianElement } from './big-endian.ts'
import { concatBytes, countBytes, writeElements, utf8CharacterSet } from './data-set.ts'
import type { WrittenElement } from './data-set.ts'
import { replacePatientInItems } from './edit-items.ts'
import { hasOnlyAsciiText, chooseTextEncoding } from './edit-text-encoding.ts'
import { listPieces } from './pieces.ts'
import type { Piece } from './pieces.ts'
import { utf8Writer, encodeUtf8 } from './value-bytes.ts'
import type { TextWriter } from './value-bytes.ts'

interface Change {
  readonly isLittleEndian: boolean
  readonly removed: ReadonlySet<number>
  readonly added: readonly WrittenElement[]
  /** Returns the bytes of a sequence whose items change. */
  readonly editItems?: ((piece: Piece) => readonly Uint8Array[] | undefined) | undefined
}

/** Group length (PS3.5 7.2): retired, but some devices still write it. */
const isGroupLength = ({ tag, length }: Element) => (tag & 0xff_ff) === 0 && length === 4

/** Applies a change to the pieces; unchanged parts are views of the file. */
function applyChange(
  source: Source,
  pieces: readonly Piece[],
  { removed, added, isLittleEndian, editItems }: Change,
) {
  const grown = new Map<number, number>()
  const grow = (tag: number, bytes: number) =>
    grown.set(tag >>> 16, (grown.get(tag >>> 16) ?? 0) + bytes)
  const kept = pieces.filter(({ element: { tag }, from, to }) => {
    if (removed.has(tag)) grow(tag, from - to)
    return !removed.has(tag)
  })
  for (const { tag, chunks } of added) grow(tag, countBytes(chunks))
  const editedItems = new Map<Piece, readonly Uint8Array[]>()
  for (const piece of kept) {
    const chunks = editItems?.(piece)
    if (!chunks) continue
    editedItems.set(piece, chunks)
    grow(piece.element.tag, countBytes(chunks) - (piece.to - piece.from))
  }
  const pending = added.toSorted((one, other) => one.tag - other.tag)
  const takeUpTo = (tag: number) => {
    const next = pending.findIndex((element) => element.tag > tag)
    return pending.splice(0, next === -1 ? pending.length : next).flatMap(({ chunks }) => chunks)
  }
  const parts = kept.flatMap((piece) => {
    const { element, from, to } = piece
    const before = takeUpTo(element.tag)
    const edited = editedItems.get(piece)
    if (edited) return [...before, ...edited]
    const bytes = source.bytes.subarray(from, to)
    const growth = grown.get(element.tag >>> 16) ?? 0
    if (!isGroupLength(element) || growth === 0) return [...before, bytes]
    const counted = bytes.slice()
    const at = element.start - from
    const view = new DataView(counted.buffer)
    view.setUint32(at, view.getUint32(at, isLittleEndian) + growth, isLittleEndian)
    return [...before, counted]
  })
  return [...parts, ...takeUpTo(Infinity)]
}

const preambleLength = 132
const metaKeywords: Readonly<Record<string, string>> = {
  SOPClassUID: 'MediaStorageSOPClassUID',
  SOPInstanceUID: 'MediaStorageSOPInstanceUID',
}

function readChangedTags(changes: Attributes): ReadonlySet<number> {
  return new Set(
    Object.keys(changes).map((keyword) => {
      const tag = findTag(keyword)
      if (tag === undefined) throw createAttributeError(keyword, 'no keyword of DICOM')
      const group = tag >>> 16
      if (group < 8 || tag === tags.characterSet || tag >= tags.pixelData) {
        throw createAttributeError(keyword, 'not for editing')
      }
      return tag
    }),
  )
}

/** The file meta information repeats the SOP UIDs, and a reader may use either. */
function applyMetaChange(source: Source, start: number, end: number, changes: Attributes) {
  const renamed = Object.entries(metaKeywords).flatMap(([keyword, meta]) =>
    changes[keyword] === undefined ? [] : [[meta, changes[keyword]] as const],
  )
  if (renamed.length === 0 || start === end) return [source.bytes.subarray(start, end)]
  const isExplicit = isVr(readVr(source, start + 4))
  const encoding = { isExplicit, isLittleEndian: true }
  const added = writeElements(Object.fromEntries(renamed), {
    isExplicit,
    text: utf8Writer,
    isSigned: false,
  })
  const removed = new Set(added.map(({ tag }) => tag))
  return applyChange(source, listPieces(source, start, end, encoding), {
    isLittleEndian: true,
    removed,
    added,
  })
}

const hasMagic = (head: Uint8Array) =>
  String.fromCharCode(...head.subarray(preambleLength - 4, preambleLength)) === 'DICM'

export interface EditOptions {
  /** The changes contain the Patient ID and the Patient's Name of another patient. */
  readonly isOtherPatient?: boolean | undefined
}

export interface EditedHeader {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** False if letters that the character set of the file lacks were replaced by similar ones. */
  readonly isTextExact: boolean
}

/**
 * Changes attributes of a stored file. `head` is the file up to its pixel data, or the whole file,
 * as it must be if the data set is deflated; the result replaces those bytes. An attribute that is
 * undefined is removed, others are replaced or inserted in tag order. Everything else is kept byte
 * for byte: private elements, invalid VRs, the contents of sequences. Only the character set, group
 * lengths and the SOP UIDs in the file meta information are updated.
 *
 * If the changes name another patient (`isOtherPatient`), every other attribute of the patient and
 * of the visit is removed, and items of sequences name the new patient. /
 */
export function editDataSet(
  head: Uint8Array,
  changes: Attributes,
  { isOtherPatient = false }: EditOptions = {},
): EditedHeader {
  const file = toSource(head)
  const opening = readFileMetaInformation(file)
  const location = locateDataSet(opening)
  const isDeflated = location.source !== file
  const metaStart = hasMagic(head) ? preambleLength : 0
  const { chunks, isTextExact } = editElements(location, changes, isOtherPatient)
  return {
    bytes: concatBytes([
      head.subarray(0, metaStart),
      ...applyMetaChange(file, metaStart, opening.dataSetStart, changes),
      ...(isDeflated ? [deflate(concatBytes(chunks))] : chunks),
    ]),
    isTextExact,
  }
}

/** The data set with its changes, as it is before a deflated one is deflated again. */
function editElements(
  { source, start, encoding }: DataSetLocation,
  changes: Attributes,
  isOtherPatient: boolean,
) {
  const changed = readChangedTags(changes)
  const { isExplicit, isLittleEndian } = encoding
  const { elements, end } = parseFileElements(source, start, encoding)
  const dataSet = new DataSet(source, elements, end, encoding)
  const pieces = listPieces(source, start, end, encoding)
  const ofPatient = isOtherPatient
    ? pieces.flatMap(({ element: { tag } }) => (isPatientTag(tag) ? tag : []))
    : []
  const removed = new Set([...changed, ...ofPatient])
  const isSigned = dataSet.word(tags.pixelRepresentation) === 1
  const write = (text: TextWriter, more: Attributes = {}) => {
    const written = writeElements({ ...changes, ...more }, { isExplicit, text, isSigned })
    return isLittleEndian ? written : written.map(toBigEndianElement)
  }
  // A first pass collects the text, because its letters decide how it is encoded.
  const texts: string[] = []
  const encode = (text: string) => {
    texts.push(text)
    return encodeUtf8(text)
  }
  write({ ...utf8Writer, encode })
  const rule = chooseTextEncoding(texts, dataSet, () =>
    hasOnlyAsciiText(
      source,
      pieces.map(({ element }) => element),
      encoding,
    ),
  )
  const added = write(
    rule.writer,
    rule.becomesUtf8 ? { SpecificCharacterSet: utf8CharacterSet } : undefined,
  )
  const replaced = rule.becomesUtf8 ? new Set([...removed, tags.characterSet]) : removed
  const { PatientID, PatientName } = changes
  const patient = { attributes: { PatientID, PatientName }, text: rule.writer }
  const editItems = (piece: Piece) =>
    replacePatientInItems(source, piece, patient, { encoding, depth: 0, isReplaced: true })
  return {
    chunks: [
      ...applyChange(source, pieces, {
        removed: replaced,
        added,
        isLittleEndian,
        editItems: isOtherPatient ? editItems : undefined,
      }),
      source.bytes.subarray(end),
    ],
    isTextExact: rule.isExact,
  }
}
