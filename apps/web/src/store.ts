import { useSyncExternalStore } from 'react'

export interface Store<State> {
  readonly get: () => State
  readonly set: (next: State | ((now: State) => State)) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Creates a value outside React to which components can subscribe. */
export function createStore<State>(initial: State): Store<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: (next) => {
      const value = typeof next === 'function' ? (next as (now: State) => State)(state) : next
      if (Object.is(value, state)) return
      state = value
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useStore = <State>(store: Store<State>): State =>
  useSyncExternalStore(store.subscribe, store.get)

/**
 * Resolves as soon as the state satisfies `isReached`, when `signal` aborts, or after `timeoutMs`.
 */
export const waitUntil = <State>(
  { get, subscribe }: Store<State>,
  isReached: (now: State) => boolean,
  { signal, timeoutMs }: { readonly signal?: AbortSignal; readonly timeoutMs: number },
): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const check = () => {
      if (isReached(get())) end()
    }
    const unsubscribe = subscribe(check)
    const timer = setTimeout(end, timeoutMs)
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
    else check()
  })
