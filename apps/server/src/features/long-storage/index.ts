export { runLongStorage, startLongStorage } from './long-storage.service.ts'
