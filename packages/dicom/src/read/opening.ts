import { DicomFault } from '../fault.ts'
import { DataSet } from './data-set.ts'
import { isVr, readVr, sourceOf } from './element.ts'
import type { Encoding, Source } from './element.ts'
import { inflate } from './inflate.ts'
import { tags } from './tags.ts'
import {
  deflatedLittleEndian,
  explicitBigEndian,
  explicitLittleEndian,
  implicitLittleEndian,
} from './transfer-syntax.ts'
import { walkFile } from './walk.ts'

const preambleLength = 128
const magic = 'DICM'
const explicitLittle: Encoding = { isExplicit: true, isLittleEndian: true }

const hasMagic = ({ bytes }: Source, at: number) =>
  String.fromCharCode(...bytes.subarray(at, at + magic.length)) === magic

const groupAt = ({ view }: Source, at: number, isLittleEndian: boolean) =>
  view.getUint16(at, isLittleEndian)

/**
 * How a data set is really written, which its first element shows: a VR is two letters, and the first
 * group of nearly every file is 0008. Files that declare one syntax and use another are not rare.
 */
function encodingAt(source: Source, at: number, declared = explicitLittleEndian): Encoding {
  const isDeclaredLittle = declared !== explicitBigEndian
  const isTurned = groupAt(source, at, !isDeclaredLittle) === 0x0008
  return {
    isExplicit: isVr(readVr(source, at + 4)),
    isLittleEndian: isTurned ? !isDeclaredLittle : isDeclaredLittle,
  }
}

const hasElementAt = ({ bytes }: Source, at: number) => at + 8 <= bytes.length

/** Files without preamble begin with the file meta information or with the data set itself. */
function isBareDataSet(source: Source): boolean {
  if (!hasElementAt(source, 0)) return false
  const { isLittleEndian, isExplicit } = encodingAt(source, 0)
  const group = groupAt(source, 0, isLittleEndian)
  if (group !== 0x0002 && group !== 0x0008) return false
  const element = groupAt(source, 2, isLittleEndian)
  // An implicit first element shows itself by its length alone: it is short.
  return element < 0x0100 && (isExplicit || source.view.getUint32(4, isLittleEndian) <= 64)
}

const isMetaTag = (tag: number) => tag >>> 16 === 0x0002

/** A file up to its data set. */
export interface Opening {
  readonly file: Source
  /** The transfer syntax as declared; empty where it is not. */
  readonly declared: string
  readonly meta: DataSet | undefined
  /** Of the data set. */
  readonly next: number
}

export function readOpening(file: Source): Opening {
  const hasPreamble = hasMagic(file, preambleLength)
  if (!hasPreamble && !isBareDataSet(file)) {
    throw new DicomFault('not-dicom', 'neither the mark of a DICOM file nor a first element')
  }
  const start = hasPreamble ? preambleLength + magic.length : 0
  const isMeta = hasElementAt(file, start) && groupAt(file, start, true) === 0x0002
  if (!isMeta) return { file, declared: '', meta: undefined, next: start }
  const encoding = { ...explicitLittle, isExplicit: isVr(readVr(file, start + 4)) }
  // By group and not by the declared length of the group, which may be missing or wrong.
  const { elements, end, next } = walkFile(file, start, encoding, isMetaTag)
  const meta = new DataSet(file, elements, end, encoding)
  return { file, declared: meta.code(tags.transferSyntaxUid), meta, next }
}

function syntaxOf(uid: string, { isExplicit, isLittleEndian }: Encoding): string {
  if (uid !== '') return uid
  if (!isLittleEndian) return explicitBigEndian
  return isExplicit ? explicitLittleEndian : implicitLittleEndian
}

/** Where the data set is and how it is written; inflated, if it has to be. */
export interface Body {
  readonly source: Source
  readonly start: number
  readonly encoding: Encoding
  /** Of the transfer syntax. */
  readonly uid: string
  readonly meta: DataSet | undefined
}

export function readBody({ file, declared, meta, next }: Opening): Body {
  const isDeflated = declared === deflatedLittleEndian
  const source = isDeflated ? sourceOf(inflate(file.bytes.subarray(next))) : file
  const start = isDeflated ? 0 : next
  if (!hasElementAt(source, start)) throw new DicomFault('damaged', 'no data set')
  const encoding = encodingAt(source, start, declared)
  return { source, start, encoding, uid: syntaxOf(declared, encoding), meta }
}
