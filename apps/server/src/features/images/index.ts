export { bulkDownloadRoutes } from './bulk-download.routes.ts'
export type { RenderJpeg } from './ready-image.ts'
