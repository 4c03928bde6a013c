import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
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
import { JobFailure, PermanentFailure, defineJob } from './define-job.ts'
import { add } from './job-queue.ts'
import { claim } from './jobs.queries.ts'

const { addNamed, clock, database, logged, pass, reported, rows, states, work } = jobDesk()

describe('a job', () => {
  test('runs once with its payload, and what it carried is forgotten', async () => {
    const run = vi.fn<Run>(nothing)
    await addNamed('Rex')
    work([greeting(run)])
    await expect.poll(states, patiently).toEqual(['done'])
    expect(run).toHaveBeenCalledExactlyOnceWith(
      { name: 'Rex' },
      expect.objectContaining({ attempt: 1 }),
    )
    expect(await rows()).toMatchObject([
      { payload: {}, finishedOn: start.toISOString(), claimedUntil: null, lastError: null },
    ])
  })

  test('waits for its time', async () => {
    const run = vi.fn<Run>(nothing)
    await addNamed('later', { runAfter: new Date(start.getTime() + 60_000) })
    await addNamed('now')
    work([greeting(run)])
    await expect.poll(states, patiently).toEqual(['waiting', 'done'])
    pass(60)
    await expect.poll(states, patiently).toEqual(['done', 'done'])
    expect(run.mock.calls.map(([{ name }]) => name)).toEqual(['now', 'later'])
  })

  test('with a key that is known changes nothing', async () => {
    await addNamed('first', { uniqueKey: 'reset/7' })
    await addNamed('second', { uniqueKey: 'reset/7' })
    await addNamed('third', { uniqueKey: 'reset/8' })
    await addNamed('fourth')
    await addNamed('fifth')
    const names = (await rows()).map((row) => row.payload['name'])
    expect(names).toEqual(['first', 'third', 'fourth', 'fifth'])
  })

  test('exists only if its transaction commits', async () => {
    const { unscopedDb } = database()
    const run = vi.fn<Run>(nothing)
    work([greeting(run)])
    const rolledBack = unscopedDb.transaction().execute(async (db) => {
      await add(db, greet, { name: 'lost' }, { clock })
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    await unscopedDb.transaction().execute(async (db) => {
      await add(db, greet, { name: 'kept' }, { clock })
    })
    await expect.poll(states, patiently).toEqual(['done'])
    expect(run.mock.calls.map(([{ name }]) => name)).toEqual(['kept'])
  })

  test('of a kind that this server does not know is left for one that does', async () => {
    await addNamed('Rex')
    work([defineJob({ ...greet, kind: 'other', run: nothing })])
    await aMoment()
    expect(await states()).toEqual(['waiting'])
  })

  test('is taken up at once after wake, however rarely the worker looks', async () => {
    const worker = work([greet], { pollMs: 60_000 })
    await aMoment()
    await addNamed('Rex')
    worker.wake()
    await expect.poll(states, patiently).toEqual(['done'])
  })
})

describe('when a job fails', () => {
  const failing = (error: Error) => vi.fn<Run>().mockRejectedValue(error)

  test('it is tried again later and later, and then kept with its reason', async () => {
    const run = failing(new Error('451 try later'))
    await addNamed('Rex')
    work([greeting(run)])
    const next = async () => (await rows()).map(({ state, runAfter }) => [state, runAfter])
    const at = (seconds: number) => new Date(start.getTime() + seconds * 1000).toISOString()

    await expect.poll(next, patiently).toEqual([['waiting', at(100)]])
    pass(99)
    await aMoment()
    expect(run).toHaveBeenCalledTimes(1)
    pass(1)
    await expect.poll(next, patiently).toEqual([['waiting', at(300)]])
    pass(200)
    await expect.poll(states, patiently).toEqual(['failed'])
    expect(run.mock.calls.map(([, context]) => context.attempt)).toEqual([1, 2, 3])
    expect(await rows()).toMatchObject([
      { lastError: '451 try later', payload: { name: 'Rex' }, finishedOn: at(300) },
    ])
  })

  test('and then succeeds, the reason is gone', async () => {
    const run = vi.fn<Run>(nothing).mockRejectedValueOnce(new Error('not yet'))
    await addNamed('Rex')
    work([greeting(run)])
    await expect.poll(async () => (await rows())[0]?.lastError, patiently).toBe('not yet')
    pass(100)
    await expect.poll(states, patiently).toEqual(['done'])
    expect(await rows()).toMatchObject([{ lastError: null, attempts: 2 }])
  })

  test('for good, it is not tried again', async () => {
    const run = failing(new PermanentFailure('smtp-550', '550 no such mailbox: rex@example.com'))
    await addNamed('Rex')
    work([greeting(run)])
    await expect.poll(states, patiently).toEqual(['failed'])
    pass(100_000)
    await aMoment()
    expect(run).toHaveBeenCalledTimes(1)
    expect(await rows()).toMatchObject([{ lastError: '550 no such mailbox: rex@example.com' }])
  })

  test('the log has the code of what was foreseen, and the stack of what was not', async () => {
    const run = failing(new Error('never seen before')).mockRejectedValueOnce(
      new JobFailure('smtp-451', 'rex@example.com is greylisted'),
    )
    await addNamed('Rex')
    work([greeting(run)])
    await expect.poll(() => logged().join(''), patiently).toContain('smtp-451')
    expect(logged().join('')).not.toContain('rex@example.com')
    pass(100)
    await expect.poll(() => logged().join(''), patiently).toContain('jobs.test.ts')
  })

  test('for good, it is reported: what was foreseen by its code, what was not with its stack', async () => {
    const run = failing(new Error('never seen before'))
      .mockRejectedValueOnce(new PermanentFailure('smtp-550', 'no such mailbox: rex@example.com'))
      .mockRejectedValueOnce(new Error('not yet'))
    await addNamed('Rex')
    await addNamed('Tom')
    const [first, second] = (await rows()).map(({ id }) => id)
    work([greeting(run, 2)], { concurrency: 1 })
    await expect.poll(async () => (await rows())[1]?.lastError, patiently).toBe('not yet')
    pass(100)
    await expect.poll(states, patiently).toEqual(['failed', 'failed'])
    expect(reported()).toEqual([
      { source: 'server', message: 'job failed: smtp-550', page: `job greet ${first}, attempt 1` },
      {
        source: 'server',
        message: 'never seen before',
        stack: expect.stringContaining('jobs.test.ts'),
        page: `job greet ${second}, attempt 2`,
      },
    ])
  })

  test('because its payload is bad, that is for good', async () => {
    const { unscopedDb } = database()
    const run = vi.fn<Run>(nothing)
    await addNamed('Rex')
    await unscopedDb.updateTable('job').set({ payload: '{"name":7}' }).execute()
    work([greeting(run)])
    await expect.poll(states, patiently).toEqual(['failed'])
    expect(run).not.toHaveBeenCalled()
    expect((await rows())[0]?.lastError).toContain('name')
  })

  test('a bad payload is refused when it is added', async () => {
    const wrong = z.object({ name: z.email() })
    const adding = add(
      database().unscopedDb,
      { kind: 'greet', payload: wrong },
      { name: '' },
      { clock },
    )
    await expect(adding).rejects.toThrow(z.ZodError)
    expect(await rows()).toEqual([])
  })
})

describe('after a crash', () => {
  /** What a process leaves that took a job and was killed. */
  const crashed = async (claimSeconds = 60) => {
    const now = clock()
    const until = new Date(now.getTime() + claimSeconds * 1000)
    const given = { kinds: ['greet'], limit: 9, now, until, except: [] }
    await claim(database().unscopedDb, database().engine, given)
  }

  test('a job runs again once the claim has run out', async () => {
    const run = vi.fn<Run>(nothing)
    await addNamed('Rex')
    await crashed()
    work([greeting(run)])
    pass(60)
    await aMoment()
    expect(run).not.toHaveBeenCalled()
    pass(1)
    await expect.poll(states, patiently).toEqual(['done'])
    expect(run.mock.calls[0]?.[1].attempt).toBe(2)
  })

  test('a job runs again at once where no other process can have it', async () => {
    const run = vi.fn<Run>(nothing)
    await addNamed('Rex')
    await crashed()
    work([greeting(run)], { isAlone: true })
    await expect.poll(states, patiently).toEqual(['done'])
    expect(run.mock.calls[0]?.[1].attempt).toBe(2)
  })

  test('a job that takes the process down each time fails in the end', async () => {
    const run = vi.fn<Run>(nothing)
    await addNamed('Rex')
    for (let crash = 0; crash < 3; crash += 1) {
      await crashed()
      pass(61)
    }
    work([greeting(run)])
    await expect.poll(states, patiently).toEqual(['failed'])
    expect(run).not.toHaveBeenCalled()
    expect((await rows())[0]?.lastError).toBe('the server stopped while the job ran')
    expect(reported().map(({ message }) => message)).toEqual(['job failed: crashed'])
  })

  test('one who slept through his claim can no longer change the job', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    await addNamed('Rex')
    const sleepy = vi.fn<Run>(() => mayEnd)
    // Beats so rarely that the claim runs out, as for a machine that was suspended.
    work([greeting(sleepy)], { claimSeconds: 3600 })
    await expect.poll(() => sleepy.mock.calls.length, patiently).toBe(1)
    pass(3601)
    await aMoment()
    expect(sleepy).toHaveBeenCalledTimes(1)
    const { promise: second, resolve: endSecond } = Promise.withResolvers<void>()
    const awake = vi.fn<Run>(() => second)
    work([greeting(awake)])
    await expect.poll(() => awake.mock.calls.length, patiently).toBe(1)
    end()
    await expect
      .poll(() => logged().join(''), patiently)
      .toContain('another process has taken the job over')
    expect(await states()).toEqual(['running'])
    endSecond()
    await expect.poll(states, patiently).toEqual(['done'])
  })

  test('one who loses his claim is told while he works', async () => {
    let reason: unknown
    const run: Run = (_payload, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          reason = signal.reason
          resolve()
        })
      })
    await addNamed('Rex')
    work([greeting(run)], { claimSeconds: 0.06 })
    await expect.poll(states, patiently).toEqual(['running'])
    await database().unscopedDb.updateTable('job').set({ attempts: 7 }).execute()
    await expect.poll(() => reason, patiently).toBeInstanceOf(Error)
  })
})
