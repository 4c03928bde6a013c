export * from './case-report.ts'
export { createCaseReportPdf } from './case-report-pdf.ts'
