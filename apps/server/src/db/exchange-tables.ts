import type {
  ClinicId,
  DicomSendId,
  DicomServerId,
  ErrorCode,
  ImageId,
  Instant,
  RefusalValues,
  SendState,
  ShareId,
  StudyId,
  UserId,
} from '@talus/contract'
import type { Generated, JSONColumnType } from 'kysely'

/** Tables for the exchange of images: over DICOM, and by shared links. */
export interface DicomReceiverTable {
  clinicId: ClinicId
  callingTitles: JSONColumnType<readonly string[]>
}

export interface DicomSendTable {
  id: Generated<DicomSendId>
  clinicId: ClinicId
  dicomServerId: DicomServerId
  imageId: ImageId
  userId: UserId
  isAutomatic: Generated<boolean>
  state: SendState
  attempts: Generated<number>
  /** The error of the last attempt, as a code that is translated for each user. */
  errorCode: ErrorCode | null
  errorValues: JSONColumnType<RefusalValues | null, string | null, string | null>
  createdOn: Instant
  nextTryOn: Instant | null
  finishedOn: Instant | null
}

export interface ShareTable {
  id: Generated<ShareId>
  clinicId: ClinicId
  studyId: StudyId
  userId: UserId
  /** SHA-256 of the token in the link: a stolen database opens nothing. */
  tokenHash: string
  pinHash: string | null
  wrongPins: Generated<number>
  createdOn: Instant
  expiresOn: Instant
  revokedOn: Instant | null
  recipients: JSONColumnType<readonly string[]>
  opened: Generated<number>
  lastOpenedOn: Instant | null
}

export interface ShareImageTable {
  shareId: ShareId
  imageId: ImageId
  clinicId: ClinicId
}
