import { createStore } from '../store.ts'

export interface PendingCounts {
  /** All requests in progress, which the progress bar shows. */
  readonly requests: number
  /** Requests that change data: leaving the page now could lose the change. */
  readonly changes: number
}

export const createPendingRequests = () => {
  const store = createStore<PendingCounts>({ requests: 0, changes: 0 })
  const add = (count: number, isChange: boolean) =>
    store.set((now) => ({
      requests: now.requests + count,
      changes: now.changes + (isChange ? count : 0),
    }))
  return {
    store,
    /** Counts a request until the returned function is called; further calls have no effect. */
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

export const pendingRequests = createPendingRequests()
