import { expect, test } from 'vitest'
import { retryWithBackOff } from './retry.ts'

/** Work that fails this often, with the times of its calls. */
function failTimes(count: number) {
  const calledAt: number[] = []
  const work = () => {
    calledAt.push(performance.now())
    if (calledAt.length <= count) throw new Error(`failure ${calledAt.length}`)
    return 'done'
  }
  const getDelays = () => calledAt.slice(1).map((at, index) => at - (calledAt[index] ?? 0))
  return { work, getDelays, countCalls: () => calledAt.length }
}

test('a retried call returns its first success, after delays that double', async () => {
  const { work, getDelays } = failTimes(3)
  expect(await retryWithBackOff(work, { firstDelayMs: 20 })).toBe('done')
  const delays = getDelays()
  expect(delays).toHaveLength(3)
  // A timer may fire one millisecond early.
  for (const [index, least] of [19, 39, 79].entries())
    expect(delays[index]).toBeGreaterThanOrEqual(least)
})

test('a retried call throws its last error', async () => {
  const { work, countCalls } = failTimes(9)
  const retried = retryWithBackOff(work, { attempts: 3, firstDelayMs: 1 })
  await expect(retried).rejects.toThrow('failure 3')
  expect(countCalls()).toBe(3)
})

test('a call is tried five times by default', async () => {
  const { work, countCalls } = failTimes(9)
  await expect(retryWithBackOff(work, { firstDelayMs: 1 })).rejects.toThrow('failure 5')
  expect(countCalls()).toBe(5)
})

test('an error that is not transient is not retried', async () => {
  const { work, countCalls } = failTimes(9)
  const isTransient = (error: unknown) => error instanceof Error && error.message === 'failure 1'
  const retried = retryWithBackOff(work, { firstDelayMs: 1, isTransient })
  await expect(retried).rejects.toThrow('failure 2')
  expect(countCalls()).toBe(2)
})
