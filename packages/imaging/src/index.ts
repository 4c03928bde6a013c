// Phantom: simulated radiographs.
export * from './phantom/index.ts'
// Processing: from a raw frame to an image for diagnosis.
export * from './processing/index.ts'
