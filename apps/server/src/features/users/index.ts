export { mailAddressOf } from './mail-address.ts'
export { findAccount, findById, findForSignIn, setPassword } from './users.queries.ts'
export { userRoutes } from './users.routes.ts'
