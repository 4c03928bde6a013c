import { useEffect } from 'react'
import { pendingRequests } from '../api/pending-requests.ts'
import { useStore } from '../store.ts'
import { whenIdle } from '../when-idle.ts'

/** The page has been usable for this time, and requests nothing. */
const quietMs = 1000

/**
 * Prefetches the code of the next pages and parts once the page is usable and the browser idle. The
 * user does not wait for it: a failure is reported when the code is needed.
 */
export function usePrefetchedCode(prefetch: () => Promise<unknown>) {
  const { requests } = useStore(pendingRequests.store)
  const isQuiet = requests === 0
  useEffect(() => {
    if (!isQuiet) return undefined
    const timer = setTimeout(() => whenIdle(() => void prefetch().catch(() => undefined)), quietMs)
    return () => clearTimeout(timer)
  }, [isQuiet, prefetch])
}
