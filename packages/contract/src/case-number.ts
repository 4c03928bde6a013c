import type { CaseId } from './ids.ts'
import { caseNumberPrefix, limits } from './limits.ts'

/** The number of a case on every page. */
export const formatCaseNumber = (id: CaseId): string =>
  `${caseNumberPrefix}${id + limits.caseNumberOffset}`

/** The number of a case in its report: the specification adds another offset there. */
export const formatCaseReportNumber = (id: CaseId): string =>
  `${caseNumberPrefix}${id + limits.caseReportNumberOffset}`
