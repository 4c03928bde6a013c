import { routes } from '@talus/contract/routes'
import { useEffect, useRef } from 'react'
import { call } from './call.ts'

const askMs = 3000

export async function isServerReady(signal: AbortSignal): Promise<boolean> {
  try {
    await call(routes.system.ready, {}, { isQuiet: true, signal })
    return true
  } catch {
    return false
  }
}

/** Asks for the health of a server that is away, and calls `onReturn` each time that it is ready. */
export function useServerReturn(isAway: boolean, onReturn: () => void): void {
  const latest = useRef(onReturn)
  useEffect(() => {
    latest.current = onReturn
  })
  useEffect(() => {
    if (!isAway) return undefined
    const end = new AbortController()
    const { signal } = end
    const ask = async () => {
      if ((await isServerReady(signal)) && !signal.aborted) latest.current()
    }
    const timer = setInterval(() => void ask(), askMs)
    addEventListener('online', () => void ask(), { signal })
    return () => {
      clearInterval(timer)
      end.abort()
    }
  }, [isAway])
}
