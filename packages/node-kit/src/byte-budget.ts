interface Waiting {
  readonly bytes: number
  readonly grant: () => void
}

/**
 * Limits the memory that calls use together; the others wait in order. A call that needs more than
 * the limit runs alone.
 */
export function createByteBudget(limit: number) {
  const waiting: Waiting[] = []
  let used = 0
  const fits = (bytes: number) => used === 0 || used + bytes <= limit

  function release(bytes: number): void {
    used -= bytes
    for (let next = waiting[0]; next && fits(next.bytes); next = waiting[0]) {
      waiting.shift()
      used += next.bytes
      next.grant()
    }
  }

  /** Resolves to a function that gives the bytes back; calling it twice does no harm. */
  return async (bytes: number, signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted()
    if (waiting.length === 0 && fits(bytes)) used += bytes
    else await waitForTurn(bytes, signal)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      release(bytes)
    }
  }

  async function waitForTurn(bytes: number, signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<undefined>()
    const entry = { bytes, grant: () => turn.resolve(undefined) }
    waiting.push(entry)
    const leave = () => {
      const index = waiting.indexOf(entry)
      if (index === -1) return
      waiting.splice(index, 1)
      turn.reject(signal.reason)
      // A smaller call behind it may fit now.
      release(0)
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      await turn.promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}
