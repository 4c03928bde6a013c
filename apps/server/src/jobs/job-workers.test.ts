import { expect, test, vi } from 'vitest'
import {
  aMoment,
  greet,
  greeting,
  jobDesk,
  nothing,
  patiently,
  start,
} from '../testing/job-desk.ts'
import type { Run } from '../testing/job-desk.ts'

const { addNamed, database, logged, pass, rows, states, work } = jobDesk()

test('workers keep their claim for as long as a job takes', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const run = vi.fn<Run>(() => mayEnd)
  await addNamed('long')
  work([greeting(run)], { claimSeconds: 0.09 })
  await expect.poll(() => run.mock.calls.length, patiently).toBe(1)
  const claimEnd = async () => (await rows())[0]?.claimedUntil ?? ''
  for (let beat = 0; beat < 3; beat += 1) {
    const before = await claimEnd()
    pass(0.05)
    await expect.poll(claimEnd, patiently).not.toBe(before)
  }
  end()
  await expect.poll(states, patiently).toEqual(['done'])
  expect(run).toHaveBeenCalledTimes(1)
})

test('workers never run one job at once, however many there are', async () => {
  const count = 60
  let mostAtOnce = 0
  const underWay = new Map<string, number>()
  const finished: string[] = []
  const run: Run = async ({ name }) => {
    underWay.set(name, (underWay.get(name) ?? 0) + 1)
    mostAtOnce = Math.max(mostAtOnce, ...underWay.values())
    await new Promise((resolve) => setTimeout(resolve, 3))
    underWay.set(name, (underWay.get(name) ?? 0) - 1)
    finished.push(name)
  }
  for (let index = 0; index < count; index += 1) await addNamed(`job ${index}`)
  for (let worker = 0; worker < 4; worker += 1) work([greeting(run)], { pollMs: 1 })
  await expect.poll(() => finished.length, patiently).toBe(count)
  await expect.poll(async () => new Set(await states()), patiently).toEqual(new Set(['done']))
  expect(new Set(finished).size).toBe(count)
  expect(mostAtOnce).toBe(1)
})

test('workers run no more at once than they were told', async () => {
  let atOnce = 0
  let mostAtOnce = 0
  const run: Run = async () => {
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    await new Promise((resolve) => setTimeout(resolve, 10))
    atOnce -= 1
  }
  for (let index = 0; index < 9; index += 1) await addNamed(`job ${index}`)
  work([greeting(run)], { concurrency: 3 })
  await expect.poll(async () => new Set(await states()), patiently).toEqual(new Set(['done']))
  expect(mostAtOnce).toBe(3)
})

test('workers wait for running jobs when they stop, and take no more', async () => {
  const run = vi.fn<Run>(() => new Promise((resolve) => setTimeout(resolve, 80)))
  await addNamed('running')
  const worker = work([greeting(run)], { concurrency: 1 })
  await expect.poll(() => run.mock.calls.length, patiently).toBe(1)
  await addNamed('not begun')
  await worker.stop()
  expect(await states()).toEqual(['done', 'waiting'])
})

test('workers do not wait for ever: a job is told to let go, and runs again next time', async () => {
  const run: Run = (_payload, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('let go')))
    })
  await addNamed('endless')
  const worker = work([greeting(run)], { stopMs: 30 })
  await expect.poll(states, patiently).toEqual(['running'])
  await worker.stop()
  expect(await rows()).toMatchObject([{ state: 'waiting', runAfter: start.toISOString() }])
})

test('workers clear away what was done over 30 days ago, and nothing else', async () => {
  await addNamed('done long ago')
  await addNamed('done')
  const worker = work([greet])
  await expect.poll(states, patiently).toEqual(['done', 'done'])
  await worker.stop()
  await database()
    .unscopedDb.updateTable('job')
    .set({ finishedOn: '2026-02-06T06:29:59.999Z' })
    .where('id', '=', (await rows())[0]?.id ?? 0)
    .execute()
  await addNamed('failed long ago')
  const old = { state: 'failed', finishedOn: '2020-01-01T00:00:00.000Z' } as const
  await database().unscopedDb.updateTable('job').set(old).where('state', '=', 'waiting').execute()
  work([])
  await expect.poll(states, patiently).toEqual(['done', 'failed'])
})

test('workers outlive an outage of the database', async () => {
  const { schema } = database().unscopedDb
  await schema.alterTable('job').renameTo('gone').execute()
  const run = vi.fn<Run>(nothing)
  work([greeting(run)])
  await expect.poll(() => logged().join(''), patiently).toContain('out of reach')
  await aMoment()
  expect(logged().filter((line) => line.includes('out of reach'))).toHaveLength(1)
  await schema.alterTable('gone').renameTo('job').execute()
  await addNamed('Rex')
  await expect.poll(states, patiently).toEqual(['done'])
  expect(run).toHaveBeenCalledTimes(1)
})
