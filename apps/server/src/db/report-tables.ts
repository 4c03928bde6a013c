import type {
  CaseId,
  ClinicId,
  ImageId,
  Instant,
  Language,
  PatientId,
  ReportMacroId,
  ReportTemplateId,
  Species,
  StudyId,
  StudyReportId,
  UserId,
  templateModalities,
} from '@talus/contract'
import type { Generated, JSONColumnType } from 'kysely'

/** Tables for reports: versions, drafts, pictures, templates, macros, logos. */

/** A version of the report of a study; it never changes once `imageId` is set. */
export interface StudyReportTable {
  id: Generated<StudyReportId>
  studyId: StudyId
  clinicId: ClinicId
  userId: UserId
  fileName: string
  /** The file of the PDF. */
  filePath: string
  createdOn: Instant
  version: Generated<number>
  /** The DICOM object with the PDF; null until it is stored, which a job does after a crash. */
  imageId: ImageId | null
  sopInstanceUID: Generated<string>
  /** The hash of the PDF. */
  sha256: Generated<string>
  byteLength: Generated<number>
  isForeign: Generated<boolean>
  isVerified: Generated<boolean>
  /** The patient of the study for which it was made or uploaded; null for earlier uploads. */
  patientDatabaseId: PatientId | null
  /** The PDF is the answer to a case in which the clinic named another animal. */
  namesOtherPatient: Generated<boolean>
  /** The case that it answers, and its version there; null for a report of the clinic. */
  caseId: Generated<CaseId | null>
  caseVersion: Generated<number | null>
  /** JSON: SOP class and instance UIDs of the images in the PDF. */
  sources: Generated<string>
  /** JSON of the report; null for a foreign PDF. */
  document: string | null
  /** Chosen by the page, so that a repeated request finds its first result. */
  requestKey: string | null
}

export interface ReportDraftTable {
  id: Generated<number>
  clinicId: ClinicId
  studyId: StudyId
  userId: UserId
  version: number
  document: string
  /** The patient that it is written for; null in drafts of earlier versions of the product. */
  patientDatabaseId: PatientId | null
  createdOn: Instant
  savedOn: Instant
}

/** An image as the viewer showed it. */
export interface ReportPictureTable {
  id: string
  clinicId: ClinicId
  studyId: StudyId
  imageId: ImageId
  userId: UserId
  filePath: string
  sha256: string
  byteLength: number
  width: number
  height: number
  createdOn: Instant
  /** A version of a report shows it. */
  isKept: Generated<boolean>
}

export interface ReportTemplateTable {
  id: Generated<ReportTemplateId>
  clinicId: ClinicId
  name: string
  species: JSONColumnType<Species[]>
  modality: (typeof templateModalities)[number]
  bodyParts: JSONColumnType<string[]>
  language: Language
  text: string
  basedOn: string | null
  version: number
  changedOn: Instant
}

export interface ReportMacroTable {
  id: Generated<ReportMacroId>
  clinicId: ClinicId
  /** Null for a macro of the clinic. */
  userId: UserId | null
  /** The user id or 0, because a unique index treats two nulls as different. */
  holder: number
  shortcut: string
  text: string
  version: number
  changedOn: Instant
}

export interface ReportLogoTable {
  clinicId: ClinicId
  filePath: string
  sha256: string
  byteLength: number
  width: number
  height: number
  changedOn: Instant
}
