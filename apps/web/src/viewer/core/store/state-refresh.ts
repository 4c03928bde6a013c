import type { SavedViewerState } from '@talus/contract'

const retryMs = 5000

interface RefresherOptions {
  readonly load: () => Promise<SavedViewerState>
  /** Whether this version, or a newer one, is shown already. */
  readonly hasVersion: (version: number) => boolean
  /** Whether the user is changing something that the state of another user would disturb. */
  readonly isBusy: () => boolean
  readonly apply: (theirs: SavedViewerState) => void
}

/**
 * Loads the changes of other users, one request at a time, as soon as nothing of this user is in
 * the way.
 */
export function createRefresher({ load, hasVersion, isBusy, apply }: RefresherOptions) {
  /** The newest version that the server has reported. */
  let wanted: number | undefined
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  /** The user's own save may have been the wanted version. */
  const isDue = () => wanted !== undefined && !hasVersion(wanted) && !isStopped && !isBusy()

  async function run() {
    while (isDue()) {
      const asked = wanted
      const theirs = await load().catch(() => undefined)
      if (isStopped) return
      if (!theirs) {
        clearTimeout(timer)
        timer = setTimeout(() => void runIfDue(), retryMs)
        return
      }
      if (isBusy()) return
      if (!hasVersion(theirs.version)) apply(theirs)
      // A version that does not exist would be requested for ever.
      if (wanted === asked) wanted = undefined
    }
  }

  function runIfDue(): Promise<void> {
    if (!isDue()) return Promise.resolve()
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    runIfDue,
    /** Without a version, the state is loaded in any case. */
    request: (version = Infinity): Promise<void> => {
      wanted = version
      return runIfDue()
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
