export { dicomInfoRoutes } from './dicom-info.routes.ts'
export { dicomServerRoutes } from './dicom-servers.routes.ts'
