export type { SliceFacts } from './slice-facts.ts'
