import type {
  CaseAction,
  CaseFileId,
  CaseFindings,
  CaseId,
  CaseMessageId,
  CaseNoticeId,
  CaseNoticeKind,
  CaseStatus,
  ClinicId,
  CriticalFindingId,
  ImageId,
  Instant,
  Language,
  RadCase,
  UserId,
  caseMessageKinds,
} from '@talus/contract'
import type { ColumnType, Generated } from 'kysely'
import type { CaseFileContent } from './case-file-tables.ts'

/** Columns of `RadCase` that a new case does not need. */
type Defaulted =
  | 'version'
  | 'requestedRadiologistId'
  | 'dueOn'
  | 'pausedSince'
  | 'finalizedOn'
  | 'isTest'
  | 'criticalText'
  | 'criticalOn'
  | 'acknowledgedOn'
  | 'cancelReason'
  | 'reportVersion'

export type RadCaseTable = Omit<RadCase, 'id' | 'status' | Defaulted> & {
  [Name in Defaulted]: Generated<RadCase[Name]>
} & {
  id: Generated<CaseId>
  status: ColumnType<CaseStatus, CaseStatus, CaseStatus>
  acknowledgedById: Generated<UserId | null>
  /** Sent by the page for one form, so that a repeated request makes no second case. */
  requestKey: Generated<string | null>
  questionCount: Generated<number>
  answerCount: Generated<number>
  /** How long the clock has stood still, without a pause that still lasts. */
  pausedMs: Generated<number>
  /** From submission to report without the pauses. */
  turnaroundMs: Generated<number | null>
  isInTime: Generated<boolean | null>
  /** From then on the case is due soon. */
  soonOn: Generated<Instant | null>
  /** 1 once the notice `due-soon` is written, 2 once `overdue` is. */
  dueNotice: Generated<number>
  /** The words by which the case is found, folded. */
  searchText: Generated<string>
}

interface CaseFileTable extends CaseFileContent {
  id: Generated<CaseFileId>
  caseId: CaseId
  clinicId: ClinicId
  fileName: string
  filePath: string | null
  imageId: ImageId | null
  isFromReceiver: boolean
  createdOn: Instant
}

interface OfCase {
  caseId: CaseId
  clinicId: ClinicId
}

/** The history of a case. Rows are never changed. */
export interface CaseEventTable extends OfCase {
  id: Generated<number>
  action: CaseAction
  fromStatus: CaseStatus | null
  toStatus: CaseStatus
  actorId: UserId
  /** The radiologist to whom the action gave the case. */
  radiologistId: UserId | null
  address: string
  note: string
  createdOn: Instant
}

export interface CaseMessageTable extends OfCase {
  id: Generated<CaseMessageId>
  kind: (typeof caseMessageKinds)[number]
  isFromRadiologist: boolean
  authorId: UserId
  text: string
  createdOn: Instant
}

/**
 * The unfinished texts of a radiologist. It is not a table of the clinic, so that no handle of a
 * clinic can read it.
 */
export interface CaseFindingsTable extends CaseFindings {
  caseId: CaseId
  userId: UserId
  version: number
  savedOn: Instant
}

/** A version of the report; rows are never changed. */
export interface CaseReportVersionTable extends OfCase, CaseFindings {
  version: number
  addendum: string
  reason: string
  authorId: UserId
  createdOn: Instant
}

/** A critical finding; only its acknowledgement is ever added. */
export interface CaseCriticalTable extends OfCase {
  id: Generated<CriticalFindingId>
  text: string
  authorId: UserId
  createdOn: Instant
  acknowledgedById: Generated<UserId | null>
  acknowledgedOn: Generated<Instant | null>
}

export interface CaseFeedbackTable extends OfCase {
  imageId: ImageId
  userId: UserId
  /** Comma-separated `imageFaults`. */
  faults: string
  createdOn: Instant
}

export interface CasePresenceTable extends OfCase {
  userId: UserId
  since: Instant
  seenOn: Instant
}

export interface CaseNoticeTable {
  id: Generated<CaseNoticeId>
  userId: UserId
  caseId: CaseId
  kind: CaseNoticeKind
  actorName: string
  /** The radiologist who has the case now, in the notice `reassigned`. */
  radiologistName: Generated<string>
  /** False for a user who has switched the bell off for this kind. */
  isListed: boolean
  createdOn: Instant
  readOn: Instant | null
}

interface CaseNoticeChoiceTable {
  userId: UserId
  kind: CaseNoticeKind
  bell: boolean
  mail: boolean
}

/** The language in which a user last read their notices; mails to them are written in it. */
interface CaseReaderTable {
  userId: UserId
  language: Language
}

/** Grows with each change of a case: a row for each clinic, and one (0) for radiologists. */
interface CaseRevisionTable {
  scope: number
  revision: number
}

/** The tables of consult cases. */
export interface CaseTables {
  radCase: RadCaseTable
  caseFile: CaseFileTable
  caseEvent: CaseEventTable
  caseMessage: CaseMessageTable
  caseFindings: CaseFindingsTable
  caseReportVersion: CaseReportVersionTable
  caseCritical: CaseCriticalTable
  caseFeedback: CaseFeedbackTable
  casePresence: CasePresenceTable
  caseNotice: CaseNoticeTable
  caseNoticeChoice: CaseNoticeChoiceTable
  caseReader: CaseReaderTable
  caseRevision: CaseRevisionTable
}
