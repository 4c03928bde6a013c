export { createKeptSlices } from './slices/kept-slices.ts'
export type { KeptSlices } from './slices/kept-slices.ts'
export { createSlicePrefetch } from './slices/slice-prefetch.ts'
export { stackRoutes } from './stacks.routes.ts'
