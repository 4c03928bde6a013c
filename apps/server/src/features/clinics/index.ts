export { find } from './clinics.queries.ts'
export { toRecord, clinicRoutes, findById } from './clinics.routes.ts'
export { create } from './clinics.service.ts'
