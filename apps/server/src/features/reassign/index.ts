export { findLastMove } from './last-move.ts'
export { reassignRoutes } from './reassign.routes.ts'
