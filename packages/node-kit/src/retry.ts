import { setTimeout as sleep } from 'node:timers/promises'

export interface RetryOptions {
  readonly attempts?: number
  /** The delay before the second attempt; it doubles with each further one. */
  readonly firstDelayMs?: number
  /** Another error is thrown at once. */
  readonly isTransient?: (error: unknown) => boolean
}

/**
 * Repeats a call that fails, with exponential back-off, and throws its last error. The defaults
 * bridge an outage of three seconds, such as the restart of a database.
 */
export async function retryWithBackOff<Result>(
  work: () => Result | Promise<Result>,
  { attempts = 5, firstDelayMs = 200, isTransient = () => true }: RetryOptions = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || !isTransient(error)) throw error
      await sleep(firstDelayMs * 2 ** (attempt - 1))
    }
  }
}
