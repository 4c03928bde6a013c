export { reportSettingsRoutes } from './report-settings.routes.ts'
export { reportRoutes } from './reports.routes.ts'
export { sweepReportPictures } from './content/picture-sweep.ts'
export { createStoreReportJob } from './versions/report.jobs.ts'
