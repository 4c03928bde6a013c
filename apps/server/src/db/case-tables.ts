import type {
  CaseFileId,
  CaseId,
  CaseStatus,
  ClinicId,
  ImageId,
  Instant,
  RadCase,
} from '@talus/contract'
import type { ColumnType, Generated } from 'kysely'
import type { CaseFileContent } from './case-file-tables.ts'

export type RadCaseTable = Omit<RadCase, 'id' | 'status'> & {
  id: Generated<CaseId>
  status: ColumnType<CaseStatus, CaseStatus, CaseStatus>
}

export interface CaseFileTable extends CaseFileContent {
  id: Generated<CaseFileId>
  caseId: CaseId
  clinicId: ClinicId
  fileName: string
  filePath: string | null
  imageId: ImageId | null
  isFromReceiver: boolean
  createdOn: Instant
}
