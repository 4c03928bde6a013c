export { isSetUpOpen, preparePendingSetUp } from './pending-set-up.ts'
export type { PendingSetUp } from './pending-set-up.ts'
export { createRoot } from './root-user.ts'
export { setUpRoutes } from './set-up.routes.ts'
