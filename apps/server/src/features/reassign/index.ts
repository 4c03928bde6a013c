export { reassignRoutes } from './reassign.routes.ts'
