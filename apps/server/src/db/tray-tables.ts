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
  keptUntil: Instant | null
  isFileRemoved: Generated<boolean>
}

export interface PatientAliasTable {
  clinicId: ClinicId
  claimKey: string
  patientDatabaseId: PatientId
}

export interface ImageVersionTable {
  clinicId: ClinicId
  imageId: ImageId
  dataSetSha256: string
}
