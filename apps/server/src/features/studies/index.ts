export { studyRoutes } from './studies.routes.ts'
