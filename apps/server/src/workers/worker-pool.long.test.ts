import { afterEach, expect, test } from 'vitest'
import { workerPool } from './worker-pool.ts'
import type { WorkerPool } from './worker-pool.ts'

const pools: WorkerPool[] = []

/** A worker that does this with every message. */
function poolOf(work: string) {
  const script = `
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (message) => { ${work} })`
  const pool = workerPool({
    script: new URL(`data:text/javascript,${encodeURIComponent(script)}`),
    size: 1,
    // Longer than a thread needs to start.
    timeLimitMs: 300,
    idleMs: 10_000,
    resourceLimits: {},
  })
  pools.push(pool)
  return () => pool.run({ message: {}, bytes: () => new Uint8Array() })
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

test('a worker that is given no time by the machine is waited for', async () => {
  const run = poolOf(`
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
    parentPort.postMessage('done')`)
  expect(await run()).toBe('done')
  expect(await run()).toBe('done')
})

test('a worker that works and does not end is ended', async () => {
  const run = poolOf('for (;;) {}')
  await expect(run()).rejects.toMatchObject({ name: 'WorkerFault', code: 'time-limit' })
  await expect(run()).rejects.toMatchObject({ name: 'WorkerFault', code: 'time-limit' })
})
