import type {
  ClinicId,
  Day,
  ImageId,
  Instant,
  PatientId,
  StudyId,
  TrayDecision,
  TrayEntryId,
  TrayReason,
  TraySenderKind,
  UserId,
} from '@talus/contract'
import type { Generated } from 'kysely'

/** Tables of files that could not be filed with certainty, and of the decisions about them. */
export interface TrayEntryTable {
  id: Generated<TrayEntryId>
  clinicId: ClinicId
  reason: TrayReason
  groupKey: string
  receivedOn: Instant
  userId: UserId
  senderKind: TraySenderKind
  senderName: Generated<string>
  senderAddress: Generated<string>
  senderKey: string
  patientId: Generated<string>
  issuer: Generated<string>
  name: Generated<string>
  owner: Generated<string>
  birthDate: Day | null
  speciesId: number | null
  studyInstanceUID: Generated<string>
  sopInstanceUID: Generated<string>
  modality: Generated<string>
  studyDate: Instant | null
  hasPixels: Generated<boolean>
  filePath: string
  sha256: string
  byteLength: number
  recordPatientId: PatientId | null
  recordStudyId: StudyId | null
  recordImageId: ImageId | null
  decision: TrayDecision | null
  decidedOn: Instant | null
  decidedBy: UserId | null
  decisionReason: Generated<string>
  imageId: ImageId | null
  /** The content of a decided file, as `content-keys.ts` writes it; empty if it is unknown. */
  content: Generated<string>
  keptUntil: Instant | null
  isFileRemoved: Generated<boolean>
}

export interface PatientAliasTable {
  clinicId: ClinicId
  claimKey: string
  patientDatabaseId: PatientId
}

/** The claims of files that a user has filed in this study. */
export interface StudyClaimTable {
  clinicId: ClinicId
  studyId: StudyId
  claimKey: string
}

/** A patient ID that an animal had before it was corrected. */
export interface FormerNumberTable {
  clinicId: ClinicId
  number: string
  patientDatabaseId: PatientId
  changedOn: Instant
}

export interface ImageVersionTable {
  clinicId: ClinicId
  imageId: ImageId
  dataSetSha256: string
}
