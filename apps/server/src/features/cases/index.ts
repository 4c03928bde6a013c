export { createCaseWatch } from './case-watch.ts'
export { caseRoutes } from './cases.routes.ts'
export { sendDueNotices } from './notices/due-notices.ts'
