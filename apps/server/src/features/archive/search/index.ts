export { isMatched, levels } from './levels.ts'
export { matchesTime } from './match-time.ts'
export type { Level } from './levels.ts'
export { searchArchive } from './search.ts'
