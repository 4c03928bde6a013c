export { captureRoutes } from './capture.routes.ts'
export { lookRoutes } from './looks.routes.ts'
export { takeImages } from './take-images.ts'
export { warmUp } from './warm-up.ts'
