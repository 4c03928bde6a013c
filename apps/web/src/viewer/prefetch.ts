// The second public entry point: the shell and the study list prefetch a study before the viewer
// is loaded. Through index.ts they would download the code of the viewer at sign-in.
export { prefetchStudy, startPrefetch, viewedImagesQuery } from './radiograph/source/prefetch.ts'
export { readViewerAddress, toViewerPath } from './radiograph/source/viewer-address.ts'
export type { AddressFault } from './radiograph/source/viewer-address.ts'
