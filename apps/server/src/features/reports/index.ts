export { reportSettingsRoutes } from './report-settings.routes.ts'
export { reportRoutes } from './reports.routes.ts'
export { createStoreReportJob } from './versions/report.jobs.ts'
