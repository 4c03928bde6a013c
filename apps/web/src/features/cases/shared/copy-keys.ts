import { persistentStorage } from '../../../browser-storage.ts'

const prefix = 'case-text.'

/** The key of the copy of a typed text in the storage of this browser. */
export const toCopyKey = (userId: number, recordId: number, kind: string) =>
  `${prefix}${String(userId)}.${String(recordId)}.${kind}`

interface CopiedText {
  /** The case; the study if the case is not created yet. */
  readonly recordId: number
  readonly kind: string
}

/** The texts of cases that a user has typed in this browser and the server lacks. */
export function listCopiedTexts(userId: number): readonly CopiedText[] {
  const start = `${prefix}${String(userId)}.`
  return persistentStorage
    .keys()
    .filter((key) => key.startsWith(start))
    .map((key) => {
      const [recordId = '', kind = ''] = key.slice(start.length).split('.')
      return { recordId: Number(recordId), kind }
    })
}

/** Another user of this computer keeps theirs: their session may have expired while they typed. */
export function removeCopiedTexts(userId: number): void {
  for (const { recordId, kind } of listCopiedTexts(userId))
    persistentStorage.write(toCopyKey(userId, recordId, kind), undefined)
}
