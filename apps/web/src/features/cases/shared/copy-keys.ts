import { persistentStorage } from '../../../browser-storage.ts'

const prefix = 'case-text.'

/** The key of the copy of a typed text in the storage of this browser. */
export const toCopyKey = (userId: number, caseId: number, kind: string) =>
  `${prefix}${String(userId)}.${String(caseId)}.${kind}`

interface CopiedText {
  readonly caseId: number
  readonly kind: string
}

/** The texts of cases that a user has typed in this browser and the server lacks. */
export function listCopiedTexts(userId: number): readonly CopiedText[] {
  const start = `${prefix}${String(userId)}.`
  return persistentStorage
    .keys()
    .filter((key) => key.startsWith(start))
    .map((key) => {
      const [caseId = '', kind = ''] = key.slice(start.length).split('.')
      return { caseId: Number(caseId), kind }
    })
}

/** Another user of this computer keeps theirs: their session may have expired while they typed. */
export function removeCopiedTexts(userId: number): void {
  for (const { caseId, kind } of listCopiedTexts(userId))
    persistentStorage.write(toCopyKey(userId, caseId, kind), undefined)
}
