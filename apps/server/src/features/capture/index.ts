export { captureRoutes } from './capture.routes.ts'
export type { FrameIntake } from './frame-intake.ts'
export { reject } from './rejection.service.ts'
export { takeImages } from './take-images.ts'
