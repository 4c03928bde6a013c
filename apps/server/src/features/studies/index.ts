export { changeRoutes } from './changes.routes.ts'
export { studyRoutes } from './studies.routes.ts'
