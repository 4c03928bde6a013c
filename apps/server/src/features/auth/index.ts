export { authRoutes } from './auth.routes.ts'
export { sendResetJob } from './auth.jobs.ts'
export { hashPassword } from './password-hash.ts'
export { authenticate, recognise } from './sessions.service.ts'
