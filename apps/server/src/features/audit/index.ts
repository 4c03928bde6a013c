export { auditRoutes } from './audit.routes.ts'
export { diffValues, recordAuditEvent } from './audit.service.ts'
export type { ChangeContext } from './audit.service.ts'
