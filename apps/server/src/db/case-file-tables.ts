import type { CaseFileId, CaseId, CaseMacroId, ClinicId, Instant, UserId } from '@talus/contract'
import type { Generated } from 'kysely'

/** The content of an attached file; all of it is empty for an image of the archive. */
export interface CaseFileContent {
  mediaType: Generated<string>
  byteLength: Generated<number>
  sha256: Generated<string>
  /** Whether a browser may show it. */
  isShown: Generated<boolean>
  /** The user who attached it; null for files of earlier versions. */
  userId: Generated<UserId | null>
  /** A file of an unfinished report: nobody but its author sees it. */
  isUnpublished: Generated<boolean>
}

interface CaseFileTicketTable {
  tokenHash: string
  clinicId: ClinicId
  caseId: CaseId
  /** Null for a report, whose PDF is at `filePath`. */
  caseFileId: CaseFileId | null
  filePath: string | null
  fileName: string
  userId: UserId
  isForRadiologist: boolean
  expiresOn: Instant
}

export interface CaseReportTable {
  id: Generated<number>
  clinicId: ClinicId
  caseId: CaseId
  version: number
  /** 1 for the first PDF of the version. */
  revision: Generated<number>
  /** How many critical findings and acknowledgements the PDF shows; both only grow. */
  criticalCount: Generated<number>
  acknowledgedCount: Generated<number>
  /** The newest critical finding that it shows, and the last acknowledgement if none waits. */
  criticalOn: Generated<Instant | null>
  acknowledgedOn: Generated<Instant | null>
  fileName: string
  filePath: string
  sha256: string
  byteLength: number
  createdOn: Instant
}

export interface UserSignatureTable {
  userId: UserId
  title: string
  licence: string
  /** The picture of the signature; null if there is none. */
  filePath: string | null
  sha256: Generated<string>
  byteLength: Generated<number>
  changedOn: Instant
}

/** A macro of a radiologist; no row of a clinic. */
export interface CaseMacroTable {
  id: Generated<CaseMacroId>
  userId: UserId
  /** Without the dot, in lower case. */
  shortcut: string
  text: string
  version: number
  changedOn: Instant
}

export interface CaseFileTables {
  caseMacro: CaseMacroTable
  caseFileTicket: CaseFileTicketTable
  caseReport: CaseReportTable
  userSignature: UserSignatureTable
}
