export { viewerStateRoutes } from './viewer-state.routes.ts'
