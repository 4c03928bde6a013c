export { linkAddressRoutes } from './link-address.routes.ts'
export { sendImagesRoutes } from './send-images.routes.ts'
export { registerSharedPages } from './shared-pages.routes.ts'
export { shareRoutes } from './shares.routes.ts'
