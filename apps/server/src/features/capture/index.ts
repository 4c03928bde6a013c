export { captureExtrasRoutes } from './capture-extras.routes.ts'
export { captureRoutes } from './capture.routes.ts'
export { lookRoutes } from './looks.routes.ts'
export { takeImages } from './take-images.ts'
