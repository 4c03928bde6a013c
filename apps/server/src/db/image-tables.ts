import type {
  ClinicId,
  HangingProtocol,
  ImageId,
  Instant,
  StudyId,
  StudyModality,
  UserId,
  animalSizes,
  rejectionReasons,
  ViewerState,
  DrawingAuthors,
} from '@talus/contract'
import type { Generated, JSONColumnType } from 'kysely'

/** Tables for images, their exposure and display, and the devices that capture them. */
type AnimalSize = (typeof animalSizes)[number]

export interface ImageTable {
  id: Generated<ImageId>
  userId: UserId
  studyId: StudyId
  clinicId: ClinicId
  modality: StudyModality
  bodyPart: string
  bodyPartView: string
  animalSize: AnimalSize | null
  filePath: string
  sha256: string
  byteLength: number
  sopInstanceUID: string
  seriesInstanceUID: string
  sensor: string
  createdOn: Instant
  isRejected: Generated<boolean>
  isAutoSent: Generated<boolean>
  sopClassUID: Generated<string>
  transferSyntaxUID: Generated<string>
  /** False for reports, measurements and other objects of a study that are not images. */
  hasPixels: Generated<boolean>
  instanceNumber: number | null
  rows: number | null
  columns: number | null
  frames: Generated<number>
  /** The sensor sent a part of the frame only. */
  isIncomplete: Generated<boolean>
}

/** The attributes of a file as DICOM JSON (PS3.18 annex F), without pixel data. */
export interface ImageHeaderTable {
  imageId: ImageId
  clinicId: ClinicId
  json: string
}

/** Opens the PDF of an object once, without a session, until it expires. */
export interface DocumentTicketTable {
  tokenHash: string
  clinicId: ClinicId
  imageId: ImageId
  expiresOn: string
}

/** A copy of an image file that agrees with the records; see features/images/outgoing. */
export interface OutgoingFileTable {
  imageId: ImageId
  clinicId: ClinicId
  /** A hash of the stored file and of the changed attributes. */
  basis: string
  filePath: string
  sha256: string
  byteLength: number
}

export interface SeriesTable {
  id: Generated<number>
  clinicId: ClinicId
  studyId: StudyId
  seriesInstanceUID: string
  /** The DICOM modality, such as DX. */
  modality: string
  seriesNumber: number | null
  description: Generated<string>
  bodyPart: Generated<string>
  laterality: Generated<string>
  startedOn: Instant | null
  createdOn: Instant
}

export interface ImageExposureTable {
  imageId: ImageId
  clinicId: ClinicId
  kv: number | null
  ma: number | null
  ms: number | null
  mas: number | null
  focus: Generated<string>
  sidMm: number | null
  grid: Generated<string>
  exposureIndex: number | null
  deviationIndex: number | null
  /** The share of the anatomy that is saturated; null if it was not measured. */
  saturatedShare: number | null
  weightKg: number | null
  thicknessMm: number | null
  /** The persons who held the patient. */
  holders: Generated<string>
  isSedated: Generated<boolean>
  reason: Generated<string>
  generator: Generated<string>
  room: Generated<string>
  /** A user entered the technique; no generator reported it. */
  isTechniqueEntered: Generated<boolean>
}

export interface ImageRejectionTable {
  id: Generated<number>
  imageId: ImageId
  clinicId: ClinicId
  userId: UserId
  rejectionReason: (typeof rejectionReasons)[number]
  createdOn: Instant
}

/** The authors of a drawing; those of a removed one are kept, in case the removal is undone. */
export interface RecordedDrawing extends DrawingAuthors {
  readonly removed?: { readonly content: string; readonly on: Instant }
}
export type RecordedAuthors = Readonly<Record<string, Readonly<Record<string, RecordedDrawing>>>>

export interface ViewerStateTable {
  studyId: StudyId
  clinicId: ClinicId
  viewportState: JSONColumnType<ViewerState['viewportState']>
  cropState: JSONColumnType<ViewerState['cropState']>
  toolState: JSONColumnType<ViewerState['toolState']>
  authors: JSONColumnType<RecordedAuthors>
  /** Hash of the measurements in the last structured report; empty if there is none. */
  reported: Generated<string>
  version: number
  userId: UserId
  savedOn: Instant
}

interface Technique {
  id: Generated<number>
  speciesId: number
  size: AnimalSize
  bodyPart: string
  bodyPartView: string
  fo: number
  kv: number
  ma: number
  ms: number
}
export type GeneratorTechniqueTable = Technique
export interface GeneratorTechniqueOverrideTable extends Technique {
  userId: UserId
  createdOn: Instant
}

/** Layouts of the viewer that a clinic has saved in place of the built-in ones. */
export interface HangingProtocolTable {
  id: Generated<number>
  clinicId: ClinicId
  speciesId: HangingProtocol['speciesId']
  /** Without its side. */
  bodyPart: string
  stages: JSONColumnType<HangingProtocol['stages']>
  changedOn: Instant
}
