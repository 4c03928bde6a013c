import { z } from 'zod'
import { CaseId } from './ids.ts'
import { caseNumberPrefix, limits } from './limits.ts'

/** The number of a case on every page. */
export const formatCaseNumber = (id: CaseId): string =>
  `${caseNumberPrefix}${id + limits.caseNumberOffset}`

/** The number of a case in its report: the specification adds another offset there. */
export const formatCaseReportNumber = (id: CaseId): string =>
  `${caseNumberPrefix}${id + limits.caseReportNumberOffset}`

/** The case of a report in the list of a study, and its version among the reports of that case. */
export const CaseReportName = z.object({ caseId: CaseId, version: z.int().positive() })
export type CaseReportName = z.output<typeof CaseReportName>
