export { dicomWebRoutes } from './dicom-web.routes.ts'
