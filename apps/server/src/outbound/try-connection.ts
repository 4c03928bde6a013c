import { Refusal } from '@talus/contract'
import type { Endpoint } from './connection-refusal.ts'

/**
 * Runs the work with a time limit and returns its refusal, or undefined if it succeeded. In any
 * case the signal is aborted at the end, which closes what the work has opened, also to a silent
 * peer.
 */
export async function tryConnection(
  { ms, endpoint }: { readonly ms: number; readonly endpoint: Endpoint },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<Refusal | undefined> {
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Refusal>((resolve) => {
    timer = setTimeout(() => {
      resolve(new Refusal('connection/time-out', { values: { ...endpoint } }))
    }, ms)
  })
  try {
    return await Promise.race([work(end.signal).then(() => undefined), late])
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  } finally {
    clearTimeout(timer)
    end.abort()
  }
}
