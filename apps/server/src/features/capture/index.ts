export { captureRoutes } from './capture.routes.ts'
