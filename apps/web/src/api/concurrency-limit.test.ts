import { expect, test } from 'vitest'
import { limitConcurrency } from './concurrency-limit.ts'

function setUp(max: number) {
  const limited = limitConcurrency(max)
  const started: number[] = []
  const ends: PromiseWithResolvers<number>[] = []
  const run = (number: number, signal?: AbortSignal) =>
    limited(() => {
      started.push(number)
      const end = Promise.withResolvers<number>()
      ends.push(end)
      return end.promise
    }, signal)
  return { run, started, ends }
}
const settle = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve)
  })

test('at most three thumbnails load at a time, and the others follow in order', async () => {
  const { run, started, ends } = setUp(3)
  const results = [1, 2, 3, 4, 5].map((number) => run(number))
  await settle()
  expect(started).toEqual([1, 2, 3])
  ends[1]?.resolve(2)
  await settle()
  expect(started).toEqual([1, 2, 3, 4])
  ends[0]?.reject(new Error('unreadable'))
  await expect(results[0]).rejects.toThrow('unreadable')
  await settle()
  expect(started).toEqual([1, 2, 3, 4, 5])
})

test('a thumbnail that is scrolled away while it waits is never loaded', async () => {
  const { run, started, ends } = setUp(1)
  const controller = new AbortController()
  const first = run(1)
  const second = run(2, controller.signal)
  const third = run(3)
  controller.abort()
  await expect(second).rejects.toThrow('aborted')
  ends[0]?.resolve(1)
  expect(await first).toBe(1)
  await settle()
  expect(started).toEqual([1, 3])
  ends[1]?.resolve(3)
  expect(await third).toBe(3)
})
