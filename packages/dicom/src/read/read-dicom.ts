import { DataSet } from './data-set.ts'
import { sourceOf } from './element.ts'
import { readBody, readOpening } from './opening.ts'
import { tags } from './tags.ts'
import { transferSyntax } from './transfer-syntax.ts'
import type { TransferSyntax } from './transfer-syntax.ts'
import { walkFile } from './walk.ts'

export interface DicomFile {
  readonly transferSyntax: TransferSyntax
  /** The file meta information, group 0002; nothing where a file begins with its data set. */
  readonly meta: DataSet | undefined
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

export const identityOf = (dataSet: DataSet): Identity => ({
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

/**
 * Reads a file of PS3.10, with or without preamble. Nothing is copied: values and pixels stay windows
 * onto `bytes`, which must not change meanwhile.
 */
export function readDicom(bytes: Uint8Array): DicomFile {
  const opening = readOpening(sourceOf(bytes))
  const { source, start, encoding, uid, meta } = readBody(opening)
  const { elements, end } = walkFile(source, start, encoding)
  const dataSet = new DataSet(source, elements, end, encoding)
  return { transferSyntax: transferSyntax(uid), meta, dataSet, identity: identityOf(dataSet) }
}
