import { expect, test } from 'vitest'
import { createByteBudget } from './byte-budget.ts'

const { signal } = new AbortController()
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('calls within the limit run at once, the others wait in order', async () => {
  const reserve = createByteBudget(100)
  const started: string[] = []
  const run = async (name: string, bytes: number) => {
    const release = await reserve(bytes, signal)
    started.push(name)
    return release
  }
  const first = await run('first', 60)
  const second = await run('second', 40)
  const third = run('third', 50)
  const fourth = run('fourth', 10)
  await settle()
  expect(started).toEqual(['first', 'second'])
  second()
  second()
  await settle()
  // The fourth would fit, but must not overtake the third for ever.
  expect(started).toEqual(['first', 'second'])
  first()
  await settle()
  expect(started).toEqual(['first', 'second', 'third', 'fourth'])
  ;(await third)()
  ;(await fourth)()
})

test('a call that needs more than the limit runs alone', async () => {
  const reserve = createByteBudget(100)
  const large = await reserve(500, signal)
  const small = reserve(1, signal)
  let isGranted = false
  void small.then(() => (isGranted = true))
  await settle()
  expect(isGranted).toBe(false)
  large()
  ;(await small)()
})

test('a call that is aborted while it waits lets the next one run', async () => {
  const reserve = createByteBudget(100)
  const first = await reserve(80, signal)
  const controller = new AbortController()
  const aborted = reserve(90, controller.signal)
  const next = reserve(20, signal)
  controller.abort(new Error('the client has left'))
  await expect(aborted).rejects.toThrow('the client has left')
  ;(await next)()
  first()
})
