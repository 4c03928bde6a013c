export { bulkDownloadRoutes } from './bulk-download.routes.ts'
export { clearPreamble } from './dicom-preamble.ts'
export { imageRoutes } from './images.routes.ts'
export type { RenderJpeg } from './ready-image.ts'
