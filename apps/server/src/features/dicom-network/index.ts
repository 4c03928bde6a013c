export { dicomInfoRoutes } from './dicom-info.routes.ts'
export { dicomServerRoutes } from './dicom-servers.routes.ts'
export { dicomListener } from './listener.ts'
export { dicomReceiverRoutes } from './receiver.routes.ts'
