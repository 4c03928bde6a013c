export { dicomServerRoutes } from './dicom-servers.routes.ts'
