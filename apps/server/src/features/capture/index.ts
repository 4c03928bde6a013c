export { captureExtrasRoutes } from './capture-extras.routes.ts'
export { captureRoutes } from './capture.routes.ts'
export { takeImages } from './take-images.ts'
