import type { ImageCompressionTable } from './compression-table.ts'
import type {
  ActiveState,
  AnnotationId,
  BreedId,
  ClinicId,
  ClinicType,
  Day,
  DicomServerId,
  DoctorId,
  EmailConfigId,
  Instant,
  Language,
  OwnerId,
  PatientId,
  PermissionFlag,
  PermissionProfileId,
  StudyId,
  StudyModality,
  UserId,
  animalSizes,
  reportOrientations,
  sexes,
} from '@talus/contract'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type {
  RecoveryCodeTable,
  SecondFactorTable,
  SignInChallengeTable,
} from './account-tables.ts'
import type { BackupTables } from './backup-tables.ts'
import type {
  AnnotationCorrectionTable,
  ProtocolTable,
  RawFrameTable,
  ReplacedInstanceTable,
  RestraintCorrectionTable,
  RestraintEntryTable,
} from './capture-tables.ts'
import type { CaseFileTables } from './case-file-tables.ts'
import type { CaseTables } from './case-tables.ts'
import type { BridgeTable, SensorTable } from './device-tables.ts'
import type {
  GeneratorTechniqueOverrideTable,
  GeneratorTechniqueTable,
  ImageExposureTable,
  DocumentTicketTable,
  ImageHeaderTable,
  ImageRejectionTable,
  ImageTable,
  OutgoingFileTable,
  SeriesTable,
  HangingProtocolTable,
  ViewerStateTable,
} from './image-tables.ts'
import type { PatientClaim, ReassignmentTable } from './reassign-tables.ts'
import type {
  DicomAttemptTable,
  PendingReceiptTable,
  DicomDeviceTable,
  DicomReceiverTable,
  ServiceAccountTable,
  DicomSendTable,
  ShareImageTable,
  ShareTable,
} from './exchange-tables.ts'
import type {
  ReportDraftTable,
  ReportLogoTable,
  ReportMacroTable,
  ReportPictureTable,
  ReportTemplateTable,
  StudyReportTable,
} from './report-tables.ts'
import type {
  KnownAddressTable,
  PasswordResetTable,
  SessionTable,
  SignInFailureTable,
} from './sign-in-tables.ts'
import type { CallCountTable, JobTable, SharedSecretTable } from './server-tables.ts'
import type { SetUpTables } from './set-up-tables.ts'
import type { PositionCorrectionTable, SliceTable } from './slice-tables.ts'
import type {
  ImageVersionTable,
  FormerNumberTable,
  PatientAliasTable,
  StudyClaimTable,
  TrayEntryTable,
} from './tray-tables.ts'
import type { OwnerWordTable, PatientWordTable } from './word-tables.ts'

/**
 * Columns have the names of the specification's fields, so that rows need no mapping. Instants are
 * ISO 8601 text in UTC, days are YYYY-MM-DD text.
 */
type AnimalSize = (typeof animalSizes)[number]

export interface ClinicTable {
  id: Generated<ClinicId>
  name: string
  search: string
  address: string
  phone: string
  email: string
  aeTitle: string
  clinicType: ClinicType
  lang: Language
  timeZone: string
  createdOn: Instant
  isDeleted: Generated<boolean>
  status: Generated<ActiveState>
  /** The address with which links begin; empty for that of the server. */
  linkAddress: Generated<string>
  /** The pages of its reports. */
  reportOrientation: Generated<(typeof reportOrientations)[number]>
}

export type PermissionProfileTable = Record<PermissionFlag, Generated<boolean>> & {
  id: Generated<PermissionProfileId>
  status: Generated<ActiveState>
}

export interface UserTable {
  id: Generated<UserId>
  username: string
  /** The folded username: two users must differ in more than case and accents. */
  usernameKey: string
  firstName: string
  lastName: string
  firstNameKey: Generated<string>
  lastNameKey: Generated<string>
  search: string
  email: string
  passwordHash: string
  tempPassword: string | null
  validUntil: Day | null
  createdOn: Instant
  clinicId: ClinicId | null
  permissionProfileId: PermissionProfileId
  maxClinicCount: number | null
  isDeleted: Generated<boolean>
}

export interface UserClinicTable {
  userId: UserId
  clinicId: ClinicId
}

export interface DoctorTable {
  id: Generated<DoctorId>
  firstName: string
  lastName: string
  clinicId: ClinicId
  createdOn: Instant
  role: number
  isActive: Generated<boolean>
  isDeleted: Generated<boolean>
}

/** The number of connections that a user has tested in the minute that started at `beganOn`. */
export interface ConnectionTestTable {
  userId: UserId
  beganOn: Instant
  count: number
}

export interface OwnerTable {
  id: Generated<OwnerId>
  name: string
  search: string
  /** The ideographic and the phonetic group of the name (PS3.5 6.2.1), as `山田=やまだ`. */
  nameGroups: Generated<string>
  address: string
  phone: string | null
  email: string | null
  /**
   * Keys by which owners must differ: only the digits, or in lower case; null if there is no value.
   */
  phoneKey: Generated<string | null>
  emailKey: Generated<string | null>
  clinicId: ClinicId
  userId: UserId
  createdOn: Instant
  status: Generated<ActiveState>
  /** The version of the rules in db/listing that its search words were made by. */
  indexVersion: Generated<number>
  /** The owner record that replaces this one. */
  mergedIntoId: OwnerId | null
}

export interface BreedTable {
  id: Generated<BreedId>
  name: string
  speciesId: number
  /** The SNOMED CT code; null if the breed has none. */
  code: string | null
}

export interface PatientTable {
  id: Generated<PatientId>
  patientId: string
  /** The issuer of `patientId` as received (0010,0021); empty for the clinic itself. */
  issuer: Generated<string>
  name: string
  search: string
  /** The ideographic and the phonetic group of the name (PS3.5 6.2.1), as `山田=やまだ`. */
  nameGroups: Generated<string>
  speciesId: number | null
  sex: (typeof sexes)[number] | null
  accessionCode: string
  birthDate: Day | null
  neutered: Generated<boolean>
  breedId: BreedId | null
  description: string
  ownerId: OwnerId | null
  clinicId: ClinicId
  userId: UserId
  createdOn: Instant
  status: Generated<ActiveState>
  indexVersion: Generated<number>
  /** The same keys as those of its studies. */
  patientIdKey: Generated<string>
  ownerKey: Generated<string>
  breedKey: Generated<string>
  breedKeyFr: Generated<string>
  /** The patient record that replaces this one. */
  mergedIntoId: PatientId | null
}

export interface StudyTable {
  id: Generated<StudyId>
  patientId: PatientId
  createdOn: Instant
  studyInstanceUID: string
  sopInstanceUID: string
  clinicId: ClinicId
  userId: UserId
  isDeleted: Generated<boolean>
  modality: StudyModality
  /** Sort keys of lists; db/listing keeps them equal to the records that they are copied from. */
  patientNameKey: Generated<string>
  patientIdKey: Generated<string>
  ownerKey: Generated<string>
  breedKey: Generated<string>
  breedKeyFr: Generated<string>
  userKey: Generated<string>
  /** 0 if the species is not known. */
  speciesId: Generated<number>
  /** Values from other systems; empty for a study that was created here. */
  accessionNumber: Generated<string>
  description: Generated<string>
  dicomStudyId: Generated<string>
  referringPhysician: Generated<string>
  /** The patient as a received file states it; null if a user chose the patient. */
  claim: ColumnType<PatientClaim | null, string | null | undefined, string | null>
}

/** A counter of changes to a clinic's studies and images, by which open screens notice them. */
export interface ClinicRevisionTable {
  clinicId: ClinicId
  revision: number
}

export interface StudyAnnotationTable {
  id: Generated<AnnotationId>
  studyId: StudyId
  clinicId: ClinicId
  bodyPart: string
  bodyPartView: string
  animalSize: AnimalSize | null
  createdOn: Instant
}

export interface DicomServerTable {
  id: Generated<DicomServerId>
  clinicId: ClinicId
  serverName: string
  aeTitle: string
  host: string
  port: number
  description: string
  autoSend: Generated<boolean>
  tls: Generated<boolean>
  sendReports: Generated<boolean>
}

export interface EmailConfigTable {
  id: Generated<EmailConfigId>
  clinicId: ClinicId
  email: string
  hostName: string
  smtpPort: number
  /** Encrypted; null if none has been set. */
  password: string | null
}

export interface AuditEventTable {
  id: Generated<number>
  at: Instant
  userId: UserId | null
  username: string
  clinicId: ClinicId | null
  action: string
  /** The part of the action before the dot. */
  kind: Generated<string>
  entityId: number | null
  subject: string
  /** Words in lower case without accents, separated by spaces. */
  search: string
  before: JSONColumnType<Record<string, unknown> | null, string | null, never>
  after: JSONColumnType<Record<string, unknown> | null, string | null, never>
  address: string
}

export interface Database extends BackupTables, CaseTables, CaseFileTables, SetUpTables {
  auditEvent: AuditEventTable
  clinic: ClinicTable
  permissionProfile: PermissionProfileTable
  user: UserTable
  userClinic: UserClinicTable
  doctor: DoctorTable
  session: SessionTable
  secondFactor: SecondFactorTable
  recoveryCode: RecoveryCodeTable
  signInChallenge: SignInChallengeTable
  passwordReset: PasswordResetTable
  signInFailure: SignInFailureTable
  knownAddress: KnownAddressTable
  connectionTest: ConnectionTestTable
  callCount: CallCountTable
  sharedSecret: SharedSecretTable
  job: JobTable
  breed: BreedTable
  owner: OwnerTable
  ownerWord: OwnerWordTable
  patient: PatientTable
  patientWord: PatientWordTable
  study: StudyTable
  studyAnnotation: StudyAnnotationTable
  studyReport: StudyReportTable
  reportDraft: ReportDraftTable
  reportPicture: ReportPictureTable
  reportTemplate: ReportTemplateTable
  reportMacro: ReportMacroTable
  reportLogo: ReportLogoTable
  image: ImageTable
  imageExposure: ImageExposureTable
  imageHeader: ImageHeaderTable
  documentTicket: DocumentTicketTable
  imageRejection: ImageRejectionTable
  outgoingFile: OutgoingFileTable
  imageCompression: ImageCompressionTable
  series: SeriesTable
  slice: SliceTable
  positionCorrection: PositionCorrectionTable
  clinicRevision: ClinicRevisionTable
  rawFrame: RawFrameTable
  replacedInstance: ReplacedInstanceTable
  restraintEntry: RestraintEntryTable
  restraintCorrection: RestraintCorrectionTable
  annotationCorrection: AnnotationCorrectionTable
  protocol: ProtocolTable
  viewerState: ViewerStateTable
  hangingProtocol: HangingProtocolTable
  bridge: BridgeTable
  sensor: SensorTable
  generatorTechnique: GeneratorTechniqueTable
  generatorTechniqueOverride: GeneratorTechniqueOverrideTable
  dicomServer: DicomServerTable
  dicomReceiver: DicomReceiverTable
  dicomDevice: DicomDeviceTable
  dicomAttempt: DicomAttemptTable
  pendingReceipt: PendingReceiptTable
  serviceAccount: ServiceAccountTable
  dicomSend: DicomSendTable
  emailConfig: EmailConfigTable
  share: ShareTable
  shareImage: ShareImageTable
  reassignment: ReassignmentTable
  trayEntry: TrayEntryTable
  patientAlias: PatientAliasTable
  studyClaim: StudyClaimTable
  formerNumber: FormerNumberTable
  imageVersion: ImageVersionTable
}
