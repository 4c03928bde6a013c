export { findFreeNumber } from './free-number.ts'
export { lockClinicForRegistration } from './registration.ts'
export { ownerRoutes } from './owners.routes.ts'
export { patientRoutes } from './patients.routes.ts'
