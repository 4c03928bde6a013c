export { captureExtrasRoutes } from './capture-extras.routes.ts'
export { captureRoutes } from './capture.routes.ts'
