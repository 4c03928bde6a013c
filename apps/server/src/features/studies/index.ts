export { newUid } from './new-uid.ts'
export { changeRoutes } from './changes.routes.ts'
export { studyRoutes } from './studies.routes.ts'
export { xrayLogRoutes } from './xray-log.routes.ts'
