export { captureRoutes } from './capture.routes.ts'
export { takeImages } from './take-images.ts'
