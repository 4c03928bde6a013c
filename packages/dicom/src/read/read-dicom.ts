import { DataSet } from './data-set.ts'
import { toSource } from './element.ts'
import type { EncodedFrame } from './frames.ts'
import { locateDataSet, readFileMetaInformation } from './file-meta-information.ts'
import { tags } from './tags.ts'
import { getTransferSyntax } from './transfer-syntax.ts'
import type { TransferSyntax } from './transfer-syntax.ts'
import { parseFileElements } from './parse-elements.ts'

export interface DicomFile {
  readonly transferSyntax: TransferSyntax
  /** The file meta information, group 0002; undefined if the file begins with its data set. */
  readonly meta: DataSet | undefined
  readonly dataSet: DataSet
  /** The attributes that identify the instance; empty if the file lacks them. */
  readonly identity: DicomIdentity
  /** Set if the pixel data of this frame only are available. */
  readonly onlyFrame?: { readonly index: number; readonly frame: EncodedFrame }
}

export interface DicomIdentity {
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

/** The side of an image or of its series; empty if they contradict each other. */
export function readLaterality(dataSet: DataSet) {
  const image = dataSet.code(tags.imageLaterality)
  const series = dataSet.code(tags.laterality)
  const isContradictory = ['LR', 'RL'].includes(image + series)
  return { laterality: isContradictory ? '' : image || series, isContradictory }
}

export const readIdentity = (dataSet: DataSet): DicomIdentity => ({
  patientName: dataSet.text(tags.patientName),
  patientId: dataSet.text(tags.patientId),
  studyDate: dataSet.code(tags.studyDate),
  studyTime: dataSet.code(tags.studyTime),
  studyDescription: dataSet.text(tags.studyDescription),
  seriesDescription: dataSet.text(tags.seriesDescription),
  modality: dataSet.code(tags.modality),
  bodyPart: dataSet.code(tags.bodyPartExamined),
  view: dataSet.code(tags.viewPosition),
  laterality: readLaterality(dataSet).laterality,
  sopClassUid: dataSet.code(tags.sopClassUid),
  sopInstanceUid: dataSet.code(tags.sopInstanceUid),
  studyInstanceUid: dataSet.code(tags.studyInstanceUid),
  seriesInstanceUid: dataSet.code(tags.seriesInstanceUid),
  seriesNumber: dataSet.number(tags.seriesNumber),
  instanceNumber: dataSet.number(tags.instanceNumber),
})

/**
 * Reads a PS3.10 file, with or without preamble. Nothing is copied: values and pixel data are views
 * of `bytes`, which must not change while they are used. /
 */
export function readDicom(bytes: Uint8Array): DicomFile {
  const opening = readFileMetaInformation(toSource(bytes))
  const { source, start, encoding, uid, meta } = locateDataSet(opening)
  const { elements, end } = parseFileElements(source, start, encoding)
  const dataSet = new DataSet(source, elements, end, encoding)
  return { transferSyntax: getTransferSyntax(uid), meta, dataSet, identity: readIdentity(dataSet) }
}
