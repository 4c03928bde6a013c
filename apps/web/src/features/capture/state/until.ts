import type { Store } from '../../../store.ts'

/** Resolves as soon as it is so, when `signal` says so, or after `longestMs`. */
export const until = <State>(
  { get, subscribe }: Store<State>,
  isSo: (now: State) => boolean,
  signal: AbortSignal,
  longestMs: number,
): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const look = () => {
      if (isSo(get())) end()
    }
    const unsubscribe = subscribe(look)
    const timer = setTimeout(end, longestMs)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    else look()
  })
