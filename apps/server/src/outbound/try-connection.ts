import { Refusal } from '@talus/contract'
import type { Place } from './connection-fault.ts'

/**
 * Gives the work so much time in all, and answers with its verdict: undefined when all went well.
 * When it is over, one way or another, the signal is raised and whatever the work has opened closes
 * itself: a silent peer holds nothing here.
 */
export async function tryConnection(
  { ms, place }: { readonly ms: number; readonly place: Place },
  work: (over: AbortSignal) => Promise<void>,
): Promise<Refusal | undefined> {
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Refusal>((resolve) => {
    timer = setTimeout(() => {
      resolve(new Refusal('connection/time-out', { values: { ...place } }))
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
