export { isMatched, levels } from './levels.ts'
export type { Level } from './levels.ts'
export { searchArchive } from './search.ts'
