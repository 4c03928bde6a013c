export { auditRoutes } from './audit.routes.ts'
export { diffValues, recordAuditEvent, recordStoredImages } from './audit.service.ts'
export { removeExpiredEvents } from './retention.ts'
export type { ChangeContext } from './audit.service.ts'
