import { ViewerState } from '@talus/contract'
import { z } from 'zod'
import { perTab } from '../../browser-storage.ts'

/** What was drawn and did not reach the server, and from which state of the server it came. */
const UnsavedWork = z.object({ base: ViewerState, mine: ViewerState })
export type UnsavedWork = z.output<typeof UnsavedWork>

export interface WorkKeeper {
  readonly read: () => UnsavedWork | undefined
  readonly write: (work: UnsavedWork | undefined) => void
}

/**
 * Outlives a reload and an expired sign-in. It goes with the tab, and is the person's own: the next
 * one at this screen finds nothing of it.
 */
export function unsavedWorkOf(userId: number, studyId: number): WorkKeeper {
  const key = `viewer.${userId}.${studyId}`
  return {
    read: () => {
      const text = perTab.read(key)
      if (text === undefined) return undefined
      try {
        return UnsavedWork.parse(JSON.parse(text))
      } catch {
        // Of another version of the application: nothing that could be read any more.
        return undefined
      }
    },
    write: (work) => perTab.write(key, work && JSON.stringify(work)),
  }
}
