export { findMailAddress } from './mail-address.ts'
export { findAccount, findById, findForSignIn, lock, setPassword } from './users.queries.ts'
export { findWithProfile } from './users-write.queries.ts'
export { userRoutes } from './users.routes.ts'
