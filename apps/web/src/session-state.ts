import { createStore } from './store.ts'
import type { Store } from './store.ts'

/**
 * How a session has ended. After `expired` the same user probably signs in again; their unsaved
 * input is kept for them.
 */
export type SessionEnd = 'signed-out' | 'expired'

const resets = new Set<(end: SessionEnd) => void>()

/**
 * Registers how a module resets its state of the signed-in user. A module registers once, when it is
 * loaded; `module-state.test.ts` finds module state without a reset.
 */
export const onSignOut = (reset: (end: SessionEnd) => void) => {
  resets.add(reset)
}

/** Creates a store that gets its initial value again when the user signs out. */
export function createSessionStore<State>(initial: State): Store<State> {
  const store = createStore(initial)
  onSignOut(() => store.set(initial))
  return store
}

/** Removes everything that belongs to the signed-in user, before another user signs in. */
export function resetSessionState(end: SessionEnd) {
  const failures: unknown[] = []
  for (const reset of resets) {
    // A reset that fails must not leave the data of the other modules.
    try {
      reset(end)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'The sign-out left data behind.')
}
