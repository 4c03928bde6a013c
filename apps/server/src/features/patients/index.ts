export {
  forgetFormerNumber,
  listFormerNumbers,
  listKnownNumbers,
} from './former-numbers.queries.ts'
export { findFreeNumber } from './free-number.ts'
export {
  countOpenLinks,
  isOtherOwner,
  listHolders,
  revokeLinksOfFormerOwners,
} from './open-links.ts'
export { lockClinicForRegistration } from './registration.ts'
export { ownerRoutes } from './owners.routes.ts'
export { patientRoutes } from './patients.routes.ts'
export {
  findRemainingOwner,
  findRemainingPatient,
  findRemainingRecord,
  refuseMergedNumber,
} from './merged.queries.ts'
export { reactivate as reactivatePatient } from './patients.service.ts'
export { refuseUnusable } from './refuse-unusable.ts'
