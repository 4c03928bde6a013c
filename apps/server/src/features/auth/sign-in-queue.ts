import type { Attempt } from './sign-in-limit.ts'

const last = new Map<string, Promise<unknown>>()

/**
 * Runs attempts on one account from one address one after the other. Otherwise thirty concurrent
 * requests would be thirty guesses: each checks the limit before any other has failed.
 */
export async function runInTurn<Result>(
  { usernameKey, address }: Attempt,
  work: () => Promise<Result>,
): Promise<Result> {
  const key = JSON.stringify([usernameKey, address])
  const before = last.get(key) ?? Promise.resolve()
  const mine = before.then(work)
  const settled = mine.catch(() => undefined)
  last.set(key, settled)
  try {
    return await mine
  } finally {
    if (last.get(key) === settled) last.delete(key)
  }
}
