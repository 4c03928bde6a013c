/**
 * Returns a function that runs at most `max` works at the same time; the others wait in order. A
 * work that is aborted while it waits never starts.
 */
export function limitConcurrency(max: number) {
  let running = 0
  const waiting: (() => void)[] = []
  const waitForTurn = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(signal?.reason instanceof Error ? signal.reason : new Error('The wait was aborted.'))
      }
      waiting.push(start)
      signal?.addEventListener('abort', leave, { once: true })
    })
  return async <Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
    signal?.throwIfAborted()
    if (running < max) running += 1
    else await waitForTurn(signal)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The next work takes over the place of this one.
      if (next) next()
      else running -= 1
    }
  }
}
