// Phantom: simulated radiographs.
export * from './phantom/index.ts'
