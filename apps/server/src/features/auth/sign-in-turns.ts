import type { Attempt } from './sign-in-limit.ts'

const last = new Map<string, Promise<unknown>>()

/**
 * Attempts on one account from one address, one after the other. A guesser who asks thirty times at
 * once would otherwise have thirty guesses: each looks at the limit before any of the others has failed.
 */
export async function inTurn<Result>(
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
