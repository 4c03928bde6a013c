export { createBackupRunner } from './backup-runner.ts'
export { createBackupWork } from './backup-work.ts'
export { backupRoutes } from './backups.routes.ts'
export { hasBackupPlan } from './backups.queries.ts'
