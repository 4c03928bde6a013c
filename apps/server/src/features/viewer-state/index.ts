export { hangingProtocolRoutes } from './hanging-protocols.routes.ts'
export { viewerStateRoutes } from './viewer-state.routes.ts'
