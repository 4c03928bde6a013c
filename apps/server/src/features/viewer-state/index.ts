export { createReportJob } from './report/report.jobs.ts'
export { createMeasurementReports } from './report/report.service.ts'
export type { MeasurementReports } from './report/report.service.ts'
export { viewerStateRoutes } from './viewer-state.routes.ts'
