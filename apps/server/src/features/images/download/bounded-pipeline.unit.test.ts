import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runPipeline } from './bounded-pipeline.ts'

async function* numbers(...values: readonly number[]) {
  yield* values
}

/**
 * Processes each number as an item of that weight, and records which numbers were in progress
 * together.
 */
function createRecorder() {
  const inProgress = new Set<number>()
  const log: number[][] = []
  const work = async (value: number) => {
    inProgress.add(value)
    log.push([...inProgress])
    await sleep(value % 7)
    if (value === 13) throw new Error('thirteen')
    return value
  }
  return { work, log, done: (value: number) => inProgress.delete(value) }
}

async function run(limits: { items: number; weight: number }, ...values: readonly number[]) {
  const { work, log, done } = createRecorder()
  const results: number[] = []
  for await (const value of runPipeline(numbers(...values), limits, (weight) => weight, work)) {
    results.push(value)
    await sleep(1)
    done(value)
  }
  return { results, log }
}

test('the pipeline yields results in order, and has at most the allowed number of items in progress', async () => {
  const values = [5, 1, 6, 2, 3, 4, 10, 8]
  const { results, log } = await run({ items: 3, weight: 1000 }, ...values)
  expect(results).toEqual(values)
  expect(Math.max(...log.map((together) => together.length))).toBe(3)
})

test('the pipeline respects the total weight, and processes an item above it alone', async () => {
  const { results, log } = await run({ items: 3, weight: 10 }, 4, 4, 4, 99, 1, 2)
  expect(results).toEqual([4, 4, 4, 99, 1, 2])
  for (const together of log)
    expect(together.length === 1 || together.reduce((sum, value) => sum + value) <= 10).toBe(true)
  expect(log).toContainEqual([99])
})

test('the pipeline processes one item at a time if the limit is one', async () => {
  const { log } = await run({ items: 1, weight: 0 }, 1, 2, 3)
  expect(log).toEqual([[1], [2], [3]])
})

test('a failed item rejects after the results before it were yielded', async () => {
  const { work } = createRecorder()
  const results: number[] = []
  const all = async () => {
    for await (const value of runPipeline(
      numbers(6, 13, 1),
      { items: 3, weight: 99 },
      () => 1,
      work,
    ))
      results.push(value)
  }
  await expect(all()).rejects.toThrow('thirteen')
  expect(results).toEqual([6])
})

test('leaving the loop early closes the source, and later failures are ignored', async () => {
  let isSourceClosed = false
  async function* source() {
    try {
      yield* [1, 13, 13, 13]
    } finally {
      isSourceClosed = true
    }
  }
  const { work } = createRecorder()
  for await (const value of runPipeline(source(), { items: 3, weight: 99 }, () => 1, work))
    if (value === 1) break
  await sleep(20)
  expect(isSourceClosed).toBe(true)
})
