import { routes } from '@talus/contract/routes'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { isContactFailure } from '../../api/server-contact.ts'
import type { VolumeError } from '../volume/volume-client.ts'

const askMs = 3000

async function isServerReady(signal: AbortSignal): Promise<boolean> {
  try {
    await call(routes.system.ready, {}, { isQuiet: true, signal })
    return true
  } catch {
    return false
  }
}

/**
 * Loads slices again when the server answers after a lost connection. It asks for the health of the
 * server first: a new attempt without a server would only remove the slices that are visible.
 */
export function useRetry(fault: VolumeError | undefined, onRetry: () => void): void {
  const retry = useRef(onRetry)
  useEffect(() => {
    retry.current = onRetry
  })
  useEffect(() => {
    if (fault?.status === undefined || !isContactFailure(fault.status)) return undefined
    const end = new AbortController()
    const { signal } = end
    const ask = async () => {
      if ((await isServerReady(signal)) && !signal.aborted) retry.current()
    }
    const timer = setInterval(() => void ask(), askMs)
    addEventListener('online', () => void ask(), { signal })
    return () => {
      clearInterval(timer)
      end.abort()
    }
  }, [fault])
}
