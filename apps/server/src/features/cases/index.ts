export { caseRoutes } from './cases.routes.ts'
