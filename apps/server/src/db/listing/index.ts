export { everyCase, touchCases, touchCasesOfStudies } from './case-revision.ts'
export { lockClinic } from './lock-clinic.ts'
export {
  indexOwner,
  indexPatient,
  indexStudy,
  indexOutdatedRecords,
  findStudyKeysOf,
} from './index-records.ts'
export { parseSearchTerms } from './search-terms.ts'
export type { SearchTerm } from './search-terms.ts'
export { listMergedPatients } from './merged-records.ts'
export { touchClinic } from './revision.ts'
export { startsWith, parseSearchWords } from './starts-with.ts'
export { toEmailKey, toInsidePrefix, toPhoneKey } from './search-words.ts'
