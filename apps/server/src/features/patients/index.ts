export { patientRoutes } from './patients.routes.ts'
