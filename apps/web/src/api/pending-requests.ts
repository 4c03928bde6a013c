import { createStore } from '../store.ts'

export interface Pending {
  /** Everything on its way, which the progress bar shows. */
  readonly requests: number
  /** What changes something: leaving now could lose it. */
  readonly changes: number
}

export const createPending = () => {
  const store = createStore<Pending>({ requests: 0, changes: 0 })
  const add = (count: number, isChange: boolean) =>
    store.set((now) => ({
      requests: now.requests + count,
      changes: now.changes + (isChange ? count : 0),
    }))
  return {
    store,
    /** Counts a request until the returned function is called, once. */
    begin: (isChange: boolean) => {
      let isOpen = true
      add(1, isChange)
      return () => {
        if (isOpen) add(-1, isChange)
        isOpen = false
      }
    },
  }
}

export const pending = createPending()
