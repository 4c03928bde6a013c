import { afterEach, expect, test } from 'vitest'
import { createWorkerPool } from './worker-pool.ts'
import type { WorkerPool } from './worker-pool.ts'
import type { Call } from './protocol.ts'

interface TestProtocol {
  readonly calls: { readonly work: Call<object, string> }
}
const pools: WorkerPool<TestProtocol>[] = []
const channelModule = new URL('./channel.ts', import.meta.url).href
const announcements = 'worker-pool.long.test'

/** A pool whose worker runs this code for every call. */
function poolOf(work: string, timeLimitMs: number) {
  const script = `
    import { parentPort } from 'node:worker_threads'
    import { openChannel } from '${channelModule}'
    openChannel(parentPort, { calls: { work: () => { ${work} } } })
    const channel = new BroadcastChannel('${announcements}')
    channel.postMessage('started')
    channel.close()`
  const pool = createWorkerPool<TestProtocol>({
    script: new URL(`data:text/javascript,${encodeURIComponent(script)}`),
    size: 1,
    timeLimitMs,
    idleMs: 10_000,
    resourceLimits: {},
  })
  pools.push(pool)
  return pool
}
const nothing = () => ({})

/** Resolves when the worker has started, so that its start does not count as task time. */
async function onceStarted(): Promise<object> {
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
  const pool = poolOf(`${wait}; return 'done'`, longerThanAStart)
  const run = () => pool.run('work', { payload: nothing })
  expect(await run()).toBe('done')
  expect(await run()).toBe('done')
})

test('a worker in an endless loop is terminated', async () => {
  // It needs half a processor for the time limit, which a busy computer grants for short spans
  // only.
  const pool = poolOf('for (;;) {}', 40)
  const run = () => pool.run('work', { payload: onceStarted })
  await expect(run()).rejects.toMatchObject({ name: 'WorkerFault', code: 'time-limit' })
  await expect(run()).rejects.toMatchObject({ name: 'WorkerFault', code: 'time-limit' })
})
