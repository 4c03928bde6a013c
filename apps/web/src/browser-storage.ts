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
})

export const persistentStorage = createSafeStorage(() => localStorage)
/** Deleted by the browser when the tab is closed. */
export const tabStorage = createSafeStorage(() => sessionStorage)
