import { afterEach, expect, test } from 'vitest'
import { workerPool } from './worker-pool.ts'
import type { WorkerPool } from './worker-pool.ts'

const pools: WorkerPool[] = []
const announcements = 'worker-pool.long.test'

/** A worker that does this with every message. */
function poolOf(work: string, timeLimitMs: number) {
  const script = `
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (message) => { ${work} })
    const channel = new BroadcastChannel('${announcements}')
    channel.postMessage('started')
    channel.close()`
  const pool = workerPool({
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

/** What a worker is given when it has started, so that its start is no part of its time. */
async function onceStarted(): Promise<Uint8Array> {
  const channel = new BroadcastChannel(announcements)
  await new Promise((resolve) => channel.addEventListener('message', resolve))
  channel.close()
  return nothing()
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

test('a worker that is given no time by the machine is waited for', async () => {
  const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)'
  const longerThanAStart = 300
  const pool = poolOf(`${wait}; parentPort.postMessage('done')`, longerThanAStart)
  const run = () => pool.run({ message: {}, bytes: nothing })
  expect(await run()).toBe('done')
  expect(await run()).toBe('done')
})

test('a worker that works and does not end is ended', async () => {
  // It is ended when it had half a processor for so long, which a busy machine gives for short spans only.
  const pool = poolOf('for (;;) {}', 40)
  const run = () => pool.run({ message: {}, bytes: onceStarted })
  await expect(run()).rejects.toMatchObject({ name: 'WorkerFault', code: 'time-limit' })
  await expect(run()).rejects.toMatchObject({ name: 'WorkerFault', code: 'time-limit' })
})
