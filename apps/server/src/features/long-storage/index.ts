export { runLongStorage, startLongStorage } from './long-storage.service.ts'
export { findRecordedHashes } from './recorded-hashes.queries.ts'
export { createSecondStoreWatch } from './second-store-watch.ts'
export type { SecondStoreWatch } from './second-store-watch.ts'
