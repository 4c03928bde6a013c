export { auditRoutes } from './audit.routes.ts'
export { difference, record } from './audit.service.ts'
export type { Change } from './audit.service.ts'
