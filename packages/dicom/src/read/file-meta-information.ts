import { DicomFault } from '../fault.ts'
import { DataSet } from './data-set.ts'
import { isVr, readVr, toSource } from './element.ts'
import type { Encoding, Source } from './element.ts'
import { inflate } from './inflate.ts'
import { tags } from './tags.ts'
import {
  deflatedLittleEndian,
  explicitBigEndian,
  explicitLittleEndian,
  implicitLittleEndian,
} from './transfer-syntax.ts'
import { parseFileElements } from './parse-elements.ts'

const preambleLength = 128
const magic = 'DICM'
const explicitLittle: Encoding = { isExplicit: true, isLittleEndian: true }

const hasMagic = ({ bytes }: Source, at: number) =>
  String.fromCharCode(...bytes.subarray(at, at + magic.length)) === magic

const groupAt = ({ view }: Source, at: number, isLittleEndian: boolean) =>
  view.getUint16(at, isLittleEndian)

/**
 * The actual encoding of a data set, detected from its first element: a VR is two letters, and the
 * first group of nearly every file is 0008. Files that declare one syntax and use another are not
 * rare. /
 */
function detectEncoding(source: Source, at: number, declared = explicitLittleEndian): Encoding {
  const isDeclaredLittle = declared !== explicitBigEndian
  const isSwapped = groupAt(source, at, !isDeclaredLittle) === 0x0008
  return {
    isExplicit: isVr(readVr(source, at + 4)),
    isLittleEndian: isSwapped ? !isDeclaredLittle : isDeclaredLittle,
  }
}

const hasElementAt = ({ bytes }: Source, at: number) => at + 8 <= bytes.length

/** Files without preamble begin with the file meta information or with the data set itself. */
function isBareDataSet(source: Source): boolean {
  if (!hasElementAt(source, 0)) return false
  const { isLittleEndian, isExplicit } = detectEncoding(source, 0)
  const group = groupAt(source, 0, isLittleEndian)
  if (group !== 0x0002 && group !== 0x0008) return false
  const element = groupAt(source, 2, isLittleEndian)
  // A first element in implicit VR can be recognised only by its short length.
  return element < 0x0100 && (isExplicit || source.view.getUint32(4, isLittleEndian) <= 64)
}

const isDicomStart = (source: Source) => hasMagic(source, preambleLength) || isBareDataSet(source)

/** Whether a file that begins with these bytes, at least 140 or the whole file, may be DICOM. */
export const mayBeDicom = (prefix: Uint8Array): boolean => isDicomStart(toSource(prefix))

const isMetaTag = (tag: number) => tag >>> 16 === 0x0002

/** Preamble and file meta information: everything before the data set. */
export interface FileMetaInformation {
  readonly file: Source
  /** UID of the declared transfer syntax; empty if none is declared. */
  readonly declaredSyntax: string
  readonly meta: DataSet | undefined
  /** Position of the data set. */
  readonly dataSetStart: number
}

export function readFileMetaInformation(file: Source): FileMetaInformation {
  const hasPreamble = hasMagic(file, preambleLength)
  if (!isDicomStart(file)) {
    throw new DicomFault('not-dicom', 'neither the mark of a DICOM file nor a first element')
  }
  const start = hasPreamble ? preambleLength + magic.length : 0
  const isMeta = hasElementAt(file, start) && groupAt(file, start, true) === 0x0002
  if (!isMeta) return { file, declaredSyntax: '', meta: undefined, dataSetStart: start }
  const encoding = { ...explicitLittle, isExplicit: isVr(readVr(file, start + 4)) }
  // Ends by group number, not by the declared group length, which may be missing or wrong.
  const { elements, end, next } = parseFileElements(file, start, encoding, isMetaTag)
  const meta = new DataSet(file, elements, end, encoding)
  return { file, declaredSyntax: meta.code(tags.transferSyntaxUid), meta, dataSetStart: next }
}

function toSyntaxUid(uid: string, { isExplicit, isLittleEndian }: Encoding): string {
  if (uid !== '') return uid
  if (!isLittleEndian) return explicitBigEndian
  return isExplicit ? explicitLittleEndian : implicitLittleEndian
}

/** The position and encoding of the data set, after inflating a deflated one. */
export interface DataSetLocation {
  readonly source: Source
  readonly start: number
  readonly encoding: Encoding
  /** UID of the transfer syntax. */
  readonly uid: string
  readonly meta: DataSet | undefined
}

export function locateDataSet({
  file,
  declaredSyntax,
  meta,
  dataSetStart,
}: FileMetaInformation): DataSetLocation {
  const isDeflated = declaredSyntax === deflatedLittleEndian
  const source = isDeflated ? toSource(inflate(file.bytes.subarray(dataSetStart))) : file
  const start = isDeflated ? 0 : dataSetStart
  if (!hasElementAt(source, start)) throw new DicomFault('damaged', 'no data set')
  const encoding = detectEncoding(source, start, declaredSyntax)
  return { source, start, encoding, uid: toSyntaxUid(declaredSyntax, encoding), meta }
}
