export { createKeyCheck } from './authenticate-key.ts'
export { serviceAccountRoutes } from './service-accounts.routes.ts'
