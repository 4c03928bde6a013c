import type { Store } from '../../../store.ts'

/**
 * Resolves as soon as the state satisfies `isReached`, when `signal` aborts, or after `timeoutMs`.
 */
export const waitUntil = <State>(
  { get, subscribe }: Store<State>,
  isReached: (now: State) => boolean,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const check = () => {
      if (isReached(get())) end()
    }
    const unsubscribe = subscribe(check)
    const timer = setTimeout(end, timeoutMs)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    else check()
  })
