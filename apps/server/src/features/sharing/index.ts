export { sendImagesRoutes } from './send-images.routes.ts'
export { sharedPages } from './shared-pages.routes.ts'
export { shareRoutes } from './shares.routes.ts'
