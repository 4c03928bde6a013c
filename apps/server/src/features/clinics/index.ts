export { clinicRoutes, findById } from './clinics.routes.ts'
