export { indexOwner, indexPatient, indexStudy, indexWhatIsNot } from './index-records.ts'
export { touchClinic } from './revision.ts'
export { startsWith, wordsTyped } from './starts-with.ts'
export { emailKey, phoneKey } from './words.ts'
