export { startPictures } from './pictures.ts'
export type { DicomSource, JpegOptions, Pictures } from './pictures.ts'
export { WorkerFault } from './worker-pool.ts'
