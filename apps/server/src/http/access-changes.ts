export interface AccessChanges {
  /** Calls the listener after each change; the result stops that. */
  readonly listen: (check: () => Promise<void> | void) => () => void
  /** Resolves when every listener has checked. */
  readonly announce: () => Promise<void>
}

/**
 * Tells running transfers that rights may have been withdrawn: the end of a session, a revoked key, a
 * removed device. Only transfers of this process are checked then; other servers check theirs every five
 * seconds.
 */
export function createAccessChanges(): AccessChanges {
  const checks = new Set<() => Promise<void> | void>()
  return {
    listen: (check) => {
      checks.add(check)
      return () => checks.delete(check)
    },
    announce: async () => {
      await Promise.all([...checks].map(async (check) => check()))
    },
  }
}
