/** From one page to the next a connection is kept rather than made again. */
const lingerMs = 2000

export interface Run {
  readonly start: (signal: AbortSignal) => void
  /** Nobody needs it any more. */
  readonly onEnd: () => void
  /** Whether it may pause while nobody looks at the page. */
  readonly mayRest: () => boolean
}

/**
 * Runs as long as somebody holds it. A browser has six connections to a server for all its tabs: one
 * that nobody sees gives way, unless an exposure is under way.
 */
export function whileHeld({ start, onEnd, mayRest }: Run) {
  let holders = 0
  let running: AbortController | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined

  const run = () => {
    if (running) return
    running = new AbortController()
    start(running.signal)
  }
  const pause = () => {
    running?.abort()
    running = undefined
  }
  const look = () => {
    if (!document.hidden) run()
    else if (mayRest()) pause()
  }
  const end = () => {
    leaving = undefined
    document.removeEventListener('visibilitychange', look)
    pause()
    onEnd()
  }

  return {
    /** At once, for somebody who waits for it, instead of when its patience ends. */
    again: () => {
      if (!running) return
      pause()
      run()
    },
    /** Gives what lets go again. */
    hold: () => {
      holders += 1
      if (leaving !== undefined) clearTimeout(leaving)
      else if (holders === 1) document.addEventListener('visibilitychange', look)
      leaving = undefined
      run()
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        holders -= 1
        if (holders === 0) leaving = setTimeout(end, lingerMs)
      }
    },
  }
}
