/** A connection is kept for this time, so that the next page can reuse it. */
const lingerMs = 2000

export interface ConnectionOptions {
  readonly start: (signal: AbortSignal) => void
  /** Called when the last user has released the connection. */
  readonly onEnd: () => void
  /** Returns whether the connection may be closed while the page is hidden. */
  readonly mayPause: () => boolean
}

/**
 * Creates a connection that is open while at least one component uses it. A browser allows six
 * connections to a server for all its tabs, so a hidden tab closes its connection, unless an
 * exposure is in progress.
 */
export function createSharedConnection({ start, onEnd, mayPause }: ConnectionOptions) {
  let users = 0
  let running: AbortController | undefined
  let endTimer: ReturnType<typeof setTimeout> | undefined

  const run = () => {
    if (running) return
    running = new AbortController()
    start(running.signal)
  }
  const pause = () => {
    running?.abort()
    running = undefined
  }
  const update = () => {
    if (!document.hidden) run()
    else if (mayPause()) pause()
  }
  const end = () => {
    endTimer = undefined
    document.removeEventListener('visibilitychange', update)
    pause()
    onEnd()
  }

  return {
    /** Reconnects at once instead of at the next retry. */
    reconnect: () => {
      if (!running) return
      pause()
      run()
    },
    /** Opens the connection if necessary; returns the function that releases it. */
    acquire: () => {
      users += 1
      if (endTimer !== undefined) clearTimeout(endTimer)
      else if (users === 1) document.addEventListener('visibilitychange', update)
      endTimer = undefined
      run()
      let isUsed = true
      return () => {
        if (!isUsed) return
        isUsed = false
        users -= 1
        if (users === 0) endTimer = setTimeout(end, lingerMs)
      }
    },
  }
}
