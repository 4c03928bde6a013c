import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ahead } from './ahead.ts'

async function* numbers(...values: readonly number[]) {
  yield* values
}

/** Works on each number as if it weighed as much, and notes what was under way at once. */
function workshop() {
  const underWay = new Set<number>()
  const log: number[][] = []
  const work = async (value: number) => {
    underWay.add(value)
    log.push([...underWay])
    await sleep(value % 7)
    if (value === 13) throw new Error('thirteen')
    return value
  }
  return { work, log, done: (value: number) => underWay.delete(value) }
}

async function run(room: { items: number; weight: number }, ...values: readonly number[]) {
  const { work, log, done } = workshop()
  const results: number[] = []
  for await (const value of ahead(numbers(...values), room, (weight) => weight, work)) {
    results.push(value)
    await sleep(1)
    done(value)
  }
  return { results, log }
}

test('results come in order, and no more is under way than there is room for', async () => {
  const values = [5, 1, 6, 2, 3, 4, 10, 8]
  const { results, log } = await run({ items: 3, weight: 1000 }, ...values)
  expect(results).toEqual(values)
  expect(Math.max(...log.map((together) => together.length))).toBe(3)
})

test('what is heavy is worked on with less beside it, and the heaviest alone', async () => {
  const { results, log } = await run({ items: 3, weight: 10 }, 4, 4, 4, 99, 1, 2)
  expect(results).toEqual([4, 4, 4, 99, 1, 2])
  for (const together of log)
    expect(together.length === 1 || together.reduce((sum, value) => sum + value) <= 10).toBe(true)
  expect(log).toContainEqual([99])
})

test('one after the other where there is room for one', async () => {
  const { log } = await run({ items: 1, weight: 0 }, 1, 2, 3)
  expect(log).toEqual([[1], [2], [3]])
})

test('a failure reaches the one who waits for it, after those before it', async () => {
  const { work } = workshop()
  const results: number[] = []
  const all = async () => {
    for await (const value of ahead(numbers(6, 13, 1), { items: 3, weight: 99 }, () => 1, work))
      results.push(value)
  }
  await expect(all()).rejects.toThrow('thirteen')
  expect(results).toEqual([6])
})

test('whoever leaves early leaves the source too, and no failure behind', async () => {
  let hasLeft = false
  async function* source() {
    try {
      yield* [1, 13, 13, 13]
    } finally {
      hasLeft = true
    }
  }
  const { work } = workshop()
  for await (const value of ahead(source(), { items: 3, weight: 99 }, () => 1, work))
    if (value === 1) break
  await sleep(20)
  expect(hasLeft).toBe(true)
})
