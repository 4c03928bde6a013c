export { findMailAddress } from './mail-address.ts'
export { findAccount, findById, findForSignIn, lock, setPassword } from './users.queries.ts'
export { userRoutes } from './users.routes.ts'
