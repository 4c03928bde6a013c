const longestPauseMs = 60_000

/** Frames that failed, each with the time before which it is not tried again. */
export function createPostponements() {
  const postponed = new Map<string, { readonly tries: number; readonly until: number }>()
  return {
    isPostponed: (frameId: string) => (postponed.get(frameId)?.until ?? 0) > Date.now(),
    /** Returns the number of attempts so far. */
    postpone: (frameId: string): number => {
      const tries = (postponed.get(frameId)?.tries ?? 0) + 1
      const pauseMs = Math.min(longestPauseMs, 1000 * 2 ** tries)
      postponed.set(frameId, { tries, until: Date.now() + pauseMs })
      return tries
    },
    end: (frameId: string) => void postponed.delete(frameId),
  }
}
