import { ViewerState } from '@talus/contract'
import { z } from 'zod'
import { tabStorage } from '../../../browser-storage.ts'

/** Unsaved changes, and the state of the server that they are based on. */
const UnsavedState = z.object({ base: ViewerState, mine: ViewerState })
export type UnsavedState = z.output<typeof UnsavedState>

export interface DraftStorage {
  readonly read: () => UnsavedState | undefined
  readonly write: (state: UnsavedState | undefined) => void
}

/**
 * Survives a reload and an expired sign-in. It is bound to the tab and the user: the next user of
 * the same computer does not see it.
 */
export function createDraftStorage(userId: number, studyId: number): DraftStorage {
  const key = `viewer.${userId}.${studyId}`
  return {
    read: () => {
      const text = tabStorage.read(key)
      if (text === undefined) return undefined
      try {
        return UnsavedState.parse(JSON.parse(text))
      } catch {
        // Written by another version of the application and not readable any more.
        return undefined
      }
    },
    write: (work) => tabStorage.write(key, work && JSON.stringify(work)),
  }
}
