import { expect, test } from 'vitest'
import { forEachLimited } from './for-each-limited.ts'

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('every item is worked on once, and never more than the limit at a time', async () => {
  let running = 0
  let most = 0
  const done: number[] = []
  await forEachLimited(
    Array.from({ length: 20 }, (_, index) => index),
    3,
    async (item) => {
      running += 1
      most = Math.max(most, running)
      await later(item % 4)
      running -= 1
      done.push(item)
    },
  )
  expect(most).toBe(3)
  expect(done.toSorted((one, other) => one - other)).toEqual([...Array(20).keys()])
})

test('after an error no further item is begun, and the running ones end before it is thrown', async () => {
  const begun: number[] = []
  const ended: number[] = []
  const work = forEachLimited([1, 2, 3, 4, 5, 6], 2, async (item) => {
    begun.push(item)
    await later(item === 1 ? 1 : 10)
    if (item === 1) throw new Error('first')
    ended.push(item)
  })
  await expect(work).rejects.toThrow('first')
  expect(begun).toEqual(ended.length === 1 ? [1, 2] : [1, 2, 3])
  expect(ended).toEqual(begun.slice(1))
})
