export { find } from './clinics.queries.ts'
export { asRecord, clinicRoutes, findById } from './clinics.routes.ts'
export { create } from './clinics.service.ts'
