import { expect, test, vi } from 'vitest'
import {
  waitBriefly,
  greetJob,
  defineGreetJob,
  setUpJobs,
  doNothing,
  pollOptions,
  startTime,
} from '../testing/jobs/job-fixture.ts'
import type { RunJob } from '../testing/jobs/job-fixture.ts'

const { addGreeting, database, logged, advanceClock, listJobs, listJobStates, runWorker } =
  setUpJobs()

test('a worker extends its claim while a job runs', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const run = vi.fn<RunJob>(() => mayEnd)
  await addGreeting('long')
  runWorker([defineGreetJob(run)], { claimSeconds: 0.09 })
  await expect.poll(() => run.mock.calls.length, pollOptions).toBe(1)
  const claimEnd = async () => (await listJobs())[0]?.claimedUntil ?? ''
  for (let beat = 0; beat < 3; beat += 1) {
    const before = await claimEnd()
    advanceClock(0.05)
    await expect.poll(claimEnd, pollOptions).not.toBe(before)
  }
  end()
  await expect.poll(listJobStates, pollOptions).toEqual(['done'])
  expect(run).toHaveBeenCalledTimes(1)
})

test('several workers never run the same job concurrently', async () => {
  const count = 60
  let mostAtOnce = 0
  const underWay = new Map<string, number>()
  const finished: string[] = []
  const run: RunJob = async ({ name }) => {
    underWay.set(name, (underWay.get(name) ?? 0) + 1)
    mostAtOnce = Math.max(mostAtOnce, ...underWay.values())
    await new Promise((resolve) => setTimeout(resolve, 3))
    underWay.set(name, (underWay.get(name) ?? 0) - 1)
    finished.push(name)
  }
  for (let index = 0; index < count; index += 1) await addGreeting(`job ${index}`)
  for (let worker = 0; worker < 4; worker += 1) runWorker([defineGreetJob(run)], { pollMs: 1 })
  await expect.poll(() => finished.length, pollOptions).toBe(count)
  await expect
    .poll(async () => new Set(await listJobStates()), pollOptions)
    .toEqual(new Set(['done']))
  expect(new Set(finished).size).toBe(count)
  expect(mostAtOnce).toBe(1)
})

test('a worker runs at most `concurrency` jobs at once', async () => {
  let atOnce = 0
  let mostAtOnce = 0
  const run: RunJob = async () => {
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    await new Promise((resolve) => setTimeout(resolve, 10))
    atOnce -= 1
  }
  for (let index = 0; index < 9; index += 1) await addGreeting(`job ${index}`)
  runWorker([defineGreetJob(run)], { concurrency: 3 })
  await expect
    .poll(async () => new Set(await listJobStates()), pollOptions)
    .toEqual(new Set(['done']))
  expect(mostAtOnce).toBe(3)
})

test('a stopping worker waits for running jobs and claims no more', async () => {
  const run = vi.fn<RunJob>(() => new Promise((resolve) => setTimeout(resolve, 80)))
  await addGreeting('running')
  const worker = runWorker([defineGreetJob(run)], { concurrency: 1 })
  await expect.poll(() => run.mock.calls.length, pollOptions).toBe(1)
  await addGreeting('not begun')
  await worker.stop()
  expect(await listJobStates()).toEqual(['done', 'waiting'])
})

test('a stopping worker aborts jobs after its time limit, and they run again later', async () => {
  const run: RunJob = (_payload, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('let go')))
    })
  await addGreeting('endless')
  const worker = runWorker([defineGreetJob(run)], { stopMs: 30 })
  await expect.poll(listJobStates, pollOptions).toEqual(['running'])
  await worker.stop()
  expect(await listJobs()).toMatchObject([{ state: 'waiting', runAfter: startTime.toISOString() }])
})

test('a worker purges jobs that were done over 30 days ago, and no others', async () => {
  await addGreeting('done long ago')
  await addGreeting('done')
  const worker = runWorker([greetJob])
  await expect.poll(listJobStates, pollOptions).toEqual(['done', 'done'])
  await worker.stop()
  await database()
    .unscopedDb.updateTable('job')
    .set({ finishedOn: '2026-02-06T06:29:59.999Z' })
    .where('id', '=', (await listJobs())[0]?.id ?? 0)
    .execute()
  await addGreeting('failed long ago')
  const old = { state: 'failed', finishedOn: '2020-01-01T00:00:00.000Z' } as const
  await database().unscopedDb.updateTable('job').set(old).where('state', '=', 'waiting').execute()
  runWorker([])
  await expect.poll(listJobStates, pollOptions).toEqual(['done', 'failed'])
})

test('a worker survives a database outage', async () => {
  const { schema } = database().unscopedDb
  await schema.alterTable('job').renameTo('gone').execute()
  const run = vi.fn<RunJob>(doNothing)
  runWorker([defineGreetJob(run)])
  await expect.poll(() => logged().join(''), pollOptions).toContain('out of reach')
  await waitBriefly()
  expect(logged().filter((line) => line.includes('out of reach'))).toHaveLength(1)
  await schema.alterTable('gone').renameTo('job').execute()
  await addGreeting('Rex')
  await expect.poll(listJobStates, pollOptions).toEqual(['done'])
  expect(run).toHaveBeenCalledTimes(1)
})
