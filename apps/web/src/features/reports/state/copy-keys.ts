import { persistentStorage } from '../../../browser-storage.ts'

const prefix = 'report-draft.'

/** The key of the copy of a draft in the storage of this browser. */
export const toCopyKey = (userId: number, studyId: number) =>
  `${prefix}${String(userId)}.${String(studyId)}`

/** The studies about which this browser has changes of a user that the server lacks. */
export function listCopiedStudies(userId: number): readonly number[] {
  const start = `${prefix}${String(userId)}.`
  return persistentStorage
    .keys()
    .filter((key) => key.startsWith(start))
    .map((key) => Number(key.slice(start.length)))
}

/** Another user of this computer keeps theirs: their session may have expired while they typed. */
export function removeCopies(userId: number): void {
  for (const studyId of listCopiedStudies(userId))
    persistentStorage.write(toCopyKey(userId, studyId), undefined)
}
