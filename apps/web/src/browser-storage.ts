/** Storage can be forbidden by the browser or be full; neither may stop the work. */
const guarded = (storage: () => Storage) => ({
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
      // What could not be kept lives until the page is left.
    }
  },
})

export const lasting = guarded(() => localStorage)
/** Gone with the tab. */
export const perTab = guarded(() => sessionStorage)
