import { PatientId } from '@talus/contract'
import { ReportDocument } from '@talus/report/document'
import { z } from 'zod'
import { persistentStorage } from '../../../browser-storage.ts'
import { onSignOut } from '../../../session-state.ts'
import { removeCopies, toCopyKey } from './copy-keys.ts'

/** The user whose copies this page keeps; a page that signing out removes must write none. */
let owner: number | undefined

const DraftCopy = z.object({
  /** The version of the server's draft that it is based on. */
  version: z.int().nonnegative(),
  keptOn: z.string(),
  /** E.g. "Report about Rex", for a question about it while the server cannot be reached. */
  name: z.string().default(''),
  /** The patient that it is written for; copies of an earlier version do not name it. */
  patientId: PatientId.optional(),
  document: ReportDocument,
})
export type DraftCopy = z.output<typeof DraftCopy>

/** The copy of a draft in this browser, bound to its user: only changes that the server lacks. */
export function createDraftCopy(userId: number, studyId: number) {
  const key = toCopyKey(userId, studyId)
  owner = userId
  let name = ''
  let patientId: PatientId | undefined
  return {
    setName: (next: string) => {
      name = next
    },
    setPatient: (next: PatientId) => {
      patientId = next
    },
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
      if (owner !== userId) return
      persistentStorage.write(
        key,
        document &&
          JSON.stringify({
            version,
            keptOn: new Date().toISOString(),
            name,
            patientId,
            document,
          }),
      )
    },
  }
}

/** An expired session is probably continued by the same user; signing out leaves nothing behind. */
onSignOut((end) => {
  if (end === 'expired' || owner === undefined) return
  removeCopies(owner)
  owner = undefined
})
