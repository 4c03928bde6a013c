import { afterEach, expect, test } from 'vitest'
import { createWorkerPool } from './worker-pool.ts'
import type { WorkerPool } from './worker-pool.ts'

const pools: WorkerPool[] = []
const announcements = 'worker-pool.long.test'

/** A pool whose worker runs this code for every message. */
function poolOf(work: string, timeLimitMs: number) {
  const script = `
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (message) => { ${work} })
    const channel = new BroadcastChannel('${announcements}')
    channel.postMessage('started')
    channel.close()`
  const pool = createWorkerPool({
    script: new URL(`data:text/javascript,${encodeURIComponent(script)}`),
    size: 1,
    timeLimitMs,
    idleMs: 10_000,
    resourceLimits: {},
  })
  pools.push(pool)
  return pool
}
const nothing = () => new Uint8Array()

/** Resolves when the worker has started, so that its start does not count as task time. */
async function onceStarted(): Promise<Uint8Array> {
  const channel = new BroadcastChannel(announcements)
  await new Promise((resolve) => channel.addEventListener('message', resolve))
  channel.close()
  return nothing()
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

test('a worker that gets no processor time is not terminated', async () => {
  const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)'
  const longerThanAStart = 300
  const pool = poolOf(`${wait}; parentPort.postMessage('done')`, longerThanAStart)
  const run = () => pool.run({ message: {}, bytes: nothing })
  expect(await run()).toBe('done')
  expect(await run()).toBe('done')
})

test('a worker in an endless loop is terminated', async () => {
  // It needs half a processor for the time limit, which a busy computer grants for short spans
  // only.
  const pool = poolOf('for (;;) {}', 40)
  const run = () => pool.run({ message: {}, bytes: onceStarted })
  await expect(run()).rejects.toMatchObject({ name: 'WorkerFault', code: 'time-limit' })
  await expect(run()).rejects.toMatchObject({ name: 'WorkerFault', code: 'time-limit' })
})
