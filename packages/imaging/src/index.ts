// Processing: from a raw frame to an image for diagnosis.
export * from './processing/index.ts'
