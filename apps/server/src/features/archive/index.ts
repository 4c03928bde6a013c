export { openArchive } from './archive.service.ts'
export type { Archive, Sender, Stored } from './archive.service.ts'
export { importRoutes } from './import.routes.ts'
