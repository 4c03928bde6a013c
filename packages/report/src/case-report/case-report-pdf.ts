import { printDocument } from '../pdf/index.ts'
import type { PrintOptions } from '../pdf/index.ts'
import { layoutCaseReport } from './case-pages.ts'
import type { CaseReport } from './case-report.ts'

/** The PDF of the answer to a case, tagged like the reports of a clinic. */
export const createCaseReportPdf = (report: CaseReport, options: PrintOptions): Uint8Array =>
  printDocument(layoutCaseReport(report), options)
