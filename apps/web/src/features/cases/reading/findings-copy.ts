import { CaseFindings } from '@talus/contract'
import type { CaseId } from '@talus/contract'
import { z } from 'zod'
import { persistentStorage } from '../../../browser-storage.ts'
import { onSignOut } from '../../../session-state.ts'

const prefix = 'case-findings.'

/** A page that is removed by signing out must not write its text behind it. */
let mayKeep = true

/** Texts that are longer than allowed are kept too: their author has not shortened them yet. */
const FindingsCopy = z.object({
  /** The version of the server's draft that it is based on. */
  version: z.int().nonnegative(),
  texts: z.record(z.keyof(CaseFindings), z.string()),
})
export type FindingsCopy = z.output<typeof FindingsCopy>

/** The copy of the texts in this browser, bound to their author: only what the server lacks. */
export function createFindingsCopy(userId: number, caseId: CaseId) {
  const key = `${prefix}${String(userId)}.${String(caseId)}`
  mayKeep = true
  return {
    read: (): FindingsCopy | undefined => {
      const text = persistentStorage.read(key)
      if (text === undefined) return undefined
      try {
        return FindingsCopy.parse(JSON.parse(text))
      } catch {
        // Written by another version of the application and not readable any more.
        return undefined
      }
    },
    write: (texts: CaseFindings | undefined, version: number) => {
      if (!mayKeep) return
      persistentStorage.write(key, texts && JSON.stringify({ version, texts }))
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
