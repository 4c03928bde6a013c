export { emailJob } from './email.jobs.ts'
export { emailRoutes } from './email-config.routes.ts'
export { queueEmail } from './email.service.ts'
export { resetMail } from './reset-mail.ts'
