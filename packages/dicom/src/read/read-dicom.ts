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
  transferSyntax,
} from './transfer-syntax.ts'
import type { TransferSyntax } from './transfer-syntax.ts'
import { walkFile } from './walk.ts'

export interface DicomFile {
  readonly transferSyntax: TransferSyntax
  readonly dataSet: DataSet
  /** What a file is named after and filed under; empty where the file does not tell. */
  readonly identity: Identity
}

export interface Identity {
  readonly patientName: string
  readonly patientId: string
  readonly studyDate: string
  readonly studyTime: string
  readonly studyDescription: string
  readonly seriesDescription: string
  readonly modality: string
  readonly bodyPart: string
  readonly view: string
  readonly laterality: string
  readonly sopClassUid: string
  readonly sopInstanceUid: string
  readonly studyInstanceUid: string
  readonly seriesInstanceUid: string
  readonly seriesNumber: number | undefined
  readonly instanceNumber: number | undefined
}

const identityOf = (dataSet: DataSet): Identity => ({
  patientName: dataSet.text(tags.patientName),
  patientId: dataSet.text(tags.patientId),
  studyDate: dataSet.code(tags.studyDate),
  studyTime: dataSet.code(tags.studyTime),
  studyDescription: dataSet.text(tags.studyDescription),
  seriesDescription: dataSet.text(tags.seriesDescription),
  modality: dataSet.code(tags.modality),
  bodyPart: dataSet.code(tags.bodyPartExamined),
  view: dataSet.code(tags.viewPosition),
  laterality: dataSet.code(tags.imageLaterality) || dataSet.code(tags.laterality),
  sopClassUid: dataSet.code(tags.sopClassUid),
  sopInstanceUid: dataSet.code(tags.sopInstanceUid),
  studyInstanceUid: dataSet.code(tags.studyInstanceUid),
  seriesInstanceUid: dataSet.code(tags.seriesInstanceUid),
  seriesNumber: dataSet.number(tags.seriesNumber),
  instanceNumber: dataSet.number(tags.instanceNumber),
})

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

function declaredSyntax(source: Source, start: number): { uid: string; next: number } {
  const isMeta = hasElementAt(source, start) && groupAt(source, start, true) === 0x0002
  if (!isMeta) return { uid: '', next: start }
  const encoding = { ...explicitLittle, isExplicit: isVr(readVr(source, start + 4)) }
  // By group and not by the declared length of the group, which may be missing or wrong.
  const meta = walkFile(source, start, encoding, isMetaTag)
  const dataSet = new DataSet(source, meta.elements, meta.end, encoding)
  return { uid: dataSet.code(tags.transferSyntaxUid), next: meta.next }
}

function syntaxOf(uid: string, { isExplicit, isLittleEndian }: Encoding): string {
  if (uid !== '') return uid
  if (!isLittleEndian) return explicitBigEndian
  return isExplicit ? explicitLittleEndian : implicitLittleEndian
}

/**
 * Reads a file of PS3.10, with or without preamble. Nothing is copied: values and pixels stay windows
 * onto `bytes`, which must not change meanwhile.
 */
export function readDicom(bytes: Uint8Array): DicomFile {
  const file = sourceOf(bytes)
  const hasPreamble = hasMagic(file, preambleLength)
  if (!hasPreamble && !isBareDataSet(file)) {
    throw new DicomFault('not-dicom', 'neither the mark of a DICOM file nor a first element')
  }
  const start = hasPreamble ? preambleLength + magic.length : 0
  const { uid, next } = declaredSyntax(file, start)
  const isDeflated = uid === deflatedLittleEndian
  const source = isDeflated ? sourceOf(inflate(bytes.subarray(next))) : file
  const first = isDeflated ? 0 : next
  if (!hasElementAt(source, first)) throw new DicomFault('damaged', 'no data set')
  const encoding = encodingAt(source, first, uid)
  const { elements, end } = walkFile(source, first, encoding)
  const dataSet = new DataSet(source, elements, end, encoding)
  return {
    transferSyntax: transferSyntax(syntaxOf(uid, encoding)),
    dataSet,
    identity: identityOf(dataSet),
  }
}
