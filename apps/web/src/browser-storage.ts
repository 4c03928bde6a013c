import { onSignOut } from './session-state.ts'
import type { SessionEnd } from './session-state.ts'

/** Wraps a storage that never throws: storage can be forbidden by the browser, or full. */
const createSafeStorage = (storage: () => Storage) => ({
  read: (key: string): string | undefined => {
    try {
      return storage().getItem(key) ?? undefined
    } catch {
      return undefined
    }
  },
  write: (key: string, value: string | undefined): void => {
    try {
      if (value === undefined) storage().removeItem(key)
      else storage().setItem(key, value)
    } catch {
      // The value is lost when the page is closed.
    }
  },
  keys: (): readonly string[] => {
    try {
      return Array.from({ length: storage().length }, (_, index) => storage().key(index) ?? '')
    } catch {
      return []
    }
  },
})

export const persistentStorage = createSafeStorage(() => localStorage)
/** Deleted by the browser when the tab is closed. */
export const tabStorage = createSafeStorage(() => sessionStorage)

/** Entries with texts that the user has typed to find a patient. */
export const searchPrefix = 'search.'
/** Unsaved drawings, without names: they are bound to the user, and signing out must not lose them. */
const unsavedWork = /^viewer\.\d/u

/**
 * Removes what the user of this tab has left. An expired session is probably continued by the same
 * user, but search texts are removed then, too.
 */
function forgetTab(end: SessionEnd) {
  const keys = tabStorage.keys().filter((key) => !unsavedWork.test(key))
  for (const key of keys)
    if (end === 'signed-out' || key.startsWith(searchPrefix)) tabStorage.write(key, undefined)
}
onSignOut(forgetTab)
