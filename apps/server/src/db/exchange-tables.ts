import type {
  AttemptReason,
  ClinicId,
  Day,
  DicomAttemptId,
  DicomDeviceId,
  DicomSendId,
  DicomServerId,
  ErrorCode,
  ExchangeRight,
  ImageId,
  Instant,
  RefusalValues,
  SendState,
  ServiceAccountId,
  ShareId,
  StudyId,
  UnlistedRule,
  UserId,
} from '@talus/contract'
import type { Generated, JSONColumnType } from 'kysely'

/** Tables for the exchange of images: over DICOM, and by shared links. */
export interface DicomReceiverTable {
  clinicId: ClinicId
  unlisted: Generated<UnlistedRule>
}

export interface DicomDeviceTable {
  id: Generated<DicomDeviceId>
  clinicId: ClinicId
  name: Generated<string>
  aeTitle: string
  /** An address or a network in CIDR notation; empty for any. */
  network: Generated<string>
  /** SHA-256 in hex digits; empty if no certificate is needed. */
  certificate: Generated<string>
  mayStore: Generated<boolean>
  mayQuery: Generated<boolean>
  mayRetrieve: Generated<boolean>
  createdOn: Instant
  lastSeenOn: Instant | null
  lastAddress: Generated<string>
}

/** Connections of callers that no listed device explains, one row per title and address. */
export interface DicomAttemptTable {
  id: Generated<DicomAttemptId>
  clinicId: ClinicId
  callingTitle: string
  calledTitle: string
  address: string
  certificate: Generated<string>
  isTls: Generated<boolean>
  reason: AttemptReason
  wanted: JSONColumnType<ExchangeRight[]>
  count: number
  firstOn: Instant
  lastOn: Instant
}

export interface PendingReceiptTable {
  id: Generated<number>
  clinicId: ClinicId
  calling: string
  address: string
  /** Null for an image that waits in the conflict tray. */
  studyId: StudyId | null
  studyInstanceUID: string
  sopInstanceUID: string
  /** The user who imported it; null for an image that a DICOM device has sent. */
  userId: Generated<UserId | null>
  username: Generated<string>
}

export interface ServiceAccountTable {
  id: Generated<ServiceAccountId>
  clinicId: ClinicId
  name: string
  /** SHA-256 of the key: 256 random bits need no slow hash. */
  keyHash: string
  keyHint: string
  mayStore: Generated<boolean>
  mayQuery: Generated<boolean>
  mayRetrieve: Generated<boolean>
  validUntil: Day | null
  createdOn: Instant
  createdBy: string
  revokedOn: Instant | null
  lastUsedOn: Instant | null
  lastAddress: Generated<string>
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
