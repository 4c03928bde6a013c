import { expect, test } from 'vitest'
import { limitConcurrency } from './concurrency-limit.ts'

function createTracker() {
  const started: number[] = []
  const ends: PromiseWithResolvers<string>[] = []
  const work = (number: number) => () => {
    started.push(number)
    const end = Promise.withResolvers<string>()
    ends.push(end)
    return end.promise
  }
  return { started, ends, work }
}
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('calls beyond the concurrency limit wait, and start in order', async () => {
  const { started, ends, work } = createTracker()
  const limited = limitConcurrency(2)
  const results = [1, 2, 3, 4].map((number) => limited(work(number)))
  await settle()
  expect(started).toEqual([1, 2])
  ends[1]?.resolve('second')
  await settle()
  expect(started).toEqual([1, 2, 3])
  ends[0]?.resolve('first')
  ends[2]?.resolve('third')
  await settle()
  ends[3]?.resolve('fourth')
  expect(await Promise.all(results)).toEqual(['first', 'second', 'third', 'fourth'])
})

test('a call that fails frees its place in the concurrency limit', async () => {
  const limited = limitConcurrency(1)
  const failing = limited(() => Promise.reject(new Error('broken')))
  const next = limited(() => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
  expect(await limited(() => Promise.resolve('again'))).toBe('again')
})
