import { findAttribute } from '../dictionary/dictionary.ts'
import { isPatientTag, originalAttributesSequence } from '../dictionary/patient-tags.ts'
import { createLimitFault } from '../fault.ts'
import { limits } from '../limits.ts'
import { itemTag, sequenceDelimitationTag, undefinedLength } from '../read/element.ts'
import type { Element, Encoding, Source } from '../read/element.ts'
import { findItemSpans, getItemEncoding } from '../read/parse-elements.ts'
import { tags } from '../read/tags.ts'
import type { Attributes } from './attributes.ts'
import { toBigEndianElement } from './big-endian.ts'
import { countBytes, writeElements } from './data-set.ts'
import { listPieces } from './pieces.ts'
import type { Piece } from './pieces.ts'
import type { TextWriter } from './value-bytes.ts'

/** The patient that items of sequences name instead of another one. */
export interface ItemPatient {
  /** Patient ID and Patient's Name; all other attributes of the patient are removed. */
  readonly attributes: Attributes
  readonly text: TextWriter
}

interface Level {
  readonly encoding: Encoding
  readonly depth: number
  /** False where nothing is written: inside of former values, or of another character set. */
  readonly isReplaced: boolean
}

const isSequence = ({ tag, vr, length }: Element) => {
  if (tag === tags.pixelData) return false
  if (vr === 'SQ' || length === undefinedLength) return true
  return vr === '' && findAttribute(tag)?.vr === 'SQ'
}

/**
 * Replaces the patient in the items of a sequence, at any depth. Undefined if they do not name one:
 * then its bytes stay.
 */
export function replacePatientInItems(
  source: Source,
  piece: Piece,
  patient: ItemPatient,
  { encoding, depth, isReplaced }: Level,
): readonly Uint8Array[] | undefined {
  const { element, to } = piece
  if (!isSequence(element)) return undefined
  if (depth > limits.sequenceDepth)
    throw createLimitFault(
      'sequenceDepth',
      `more than ${limits.sequenceDepth} sequences in each other`,
    )
  const inside = {
    encoding: getItemEncoding(element, encoding),
    depth: depth + 1,
    isReplaced: isReplaced && element.tag !== originalAttributesSequence,
  }
  let hasChanged = false
  const items = findItemSpans(source, element, to, encoding).map(({ start, end }) => {
    const pieces = listPieces(source, start, end, inside.encoding)
    const edited = editItem(source, pieces, patient, inside)
    if (edited) hasChanged = true
    return edited ?? [source.bytes.subarray(start, end)]
  })
  if (!hasChanged) return undefined
  const isItemLittleEndian = inside.encoding.isLittleEndian
  return [
    writeHeader(element, encoding),
    ...items.flatMap((chunks) => [
      writeDelimiter(itemTag, countBytes(chunks), isItemLittleEndian),
      ...chunks,
    ]),
    writeDelimiter(sequenceDelimitationTag, 0, isItemLittleEndian),
  ]
}

function editItem(
  source: Source,
  pieces: readonly Piece[],
  patient: ItemPatient,
  outer: Level,
): readonly Uint8Array[] | undefined {
  const { encoding } = outer
  const hasOwnSet = pieces.some(({ element }) => element.tag === tags.characterSet)
  const level = { ...outer, isReplaced: outer.isReplaced && !hasOwnSet }
  let hasChanged = false
  const chunks = pieces.flatMap((piece) => {
    const { tag } = piece.element
    if (isPatientTag(tag)) {
      hasChanged = true
      return level.isReplaced ? writePatientElement(tag, patient, encoding) : []
    }
    const edited = replacePatientInItems(source, piece, patient, level)
    if (edited) hasChanged = true
    return edited ?? [source.bytes.subarray(piece.from, piece.to)]
  })
  if (!hasChanged) return undefined
  const hasLengths = pieces.some(({ element }) => (element.tag & 0xff_ff) === 0)
  // Group lengths are retired and would be wrong now.
  return hasLengths
    ? editItem(
        source,
        pieces.filter(({ element }) => (element.tag & 0xff_ff) !== 0),
        patient,
        outer,
      )
    : chunks
}

function writePatientElement(
  tag: number,
  { attributes, text }: ItemPatient,
  { isExplicit, isLittleEndian }: Encoding,
): readonly Uint8Array[] {
  const keyword = findAttribute(tag)?.keyword ?? ''
  const value = attributes[keyword]
  if (value === undefined) return []
  const written = writeElements({ [keyword]: value }, { isExplicit, text, isSigned: false })
  const elements = isLittleEndian ? written : written.map(toBigEndianElement)
  return elements.flatMap(({ chunks }) => chunks)
}

/** The header of a sequence of undefined length. */
function writeHeader({ tag, vr }: Element, { isExplicit, isLittleEndian }: Encoding): Uint8Array {
  const isLong = isExplicit && vr !== ''
  const bytes = new Uint8Array(isLong ? 12 : 8)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, tag >>> 16, isLittleEndian)
  view.setUint16(2, tag & 0xff_ff, isLittleEndian)
  if (isLong)
    for (const [index, letter] of Array.from(vr).entries()) bytes[4 + index] = letter.charCodeAt(0)
  view.setUint32(isLong ? 8 : 4, 0xff_ff_ff_ff, isLittleEndian)
  return bytes
}

function writeDelimiter(tag: number, length: number, isLittleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(8)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, tag >>> 16, isLittleEndian)
  view.setUint16(2, tag & 0xff_ff, isLittleEndian)
  view.setUint32(4, length, isLittleEndian)
  return bytes
}
