import { ReportDocument } from '@talus/report/document'
import { z } from 'zod'
import { persistentStorage } from '../../../browser-storage.ts'
import { onSignOut } from '../../../session-state.ts'

const prefix = 'report-draft.'

/** A page that is removed by signing out must not write its text behind it. */
let mayKeep = true

const DraftCopy = z.object({
  /** The version of the server's draft that it is based on. */
  version: z.int().nonnegative(),
  keptOn: z.string(),
  document: ReportDocument,
})
export type DraftCopy = z.output<typeof DraftCopy>

/** The copy of a draft in this browser, bound to its user: only changes that the server lacks. */
export function createDraftCopy(userId: number, studyId: number) {
  const key = `${prefix}${String(userId)}.${String(studyId)}`
  mayKeep = true
  return {
    read: (): DraftCopy | undefined => {
      const text = persistentStorage.read(key)
      if (text === undefined) return undefined
      try {
        return DraftCopy.parse(JSON.parse(text))
      } catch {
        // Written by another version of the application and not readable any more.
        return undefined
      }
    },
    write: (document: ReportDocument | undefined, version: number) => {
      if (!mayKeep) return
      persistentStorage.write(
        key,
        document && JSON.stringify({ version, keptOn: new Date().toISOString(), document }),
      )
    },
  }
}

/** An expired session is probably continued by the same user; signing out leaves nothing behind. */
onSignOut((end) => {
  mayKeep = end === 'expired'
  if (mayKeep) return
  for (const key of persistentStorage.keys())
    if (key.startsWith(prefix)) persistentStorage.write(key, undefined)
})
