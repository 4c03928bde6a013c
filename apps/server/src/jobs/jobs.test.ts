import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
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
import { JobFailure, PermanentFailure, defineJob } from './define-job.ts'
import { add } from './job-queue.ts'
import { getRequestId, runForRequest } from '../telemetry/request-context.ts'
import { claim } from './jobs.queries.ts'

const {
  addGreeting,
  clock,
  database,
  logged,
  advanceClock,
  reported,
  listJobs,
  listJobStates,
  runWorker,
} = setUpJobs()

describe('a job', () => {
  test('a job runs once with its payload, which is deleted afterwards', async () => {
    const run = vi.fn<RunJob>(doNothing)
    await addGreeting('Rex')
    runWorker([defineGreetJob(run)])
    await expect.poll(listJobStates, pollOptions).toEqual(['done'])
    expect(run).toHaveBeenCalledExactlyOnceWith(
      { name: 'Rex' },
      expect.objectContaining({ attempt: 1 }),
    )
    expect(await listJobs()).toMatchObject([
      { payload: {}, finishedOn: startTime.toISOString(), claimedUntil: null, lastError: null },
    ])
  })

  test('a job waits until its runAfter time', async () => {
    const run = vi.fn<RunJob>(doNothing)
    await addGreeting('later', { runAfter: new Date(startTime.getTime() + 60_000) })
    await addGreeting('now')
    runWorker([defineGreetJob(run)])
    await expect.poll(listJobStates, pollOptions).toEqual(['waiting', 'done'])
    advanceClock(60)
    await expect.poll(listJobStates, pollOptions).toEqual(['done', 'done'])
    expect(run.mock.calls.map(([{ name }]) => name)).toEqual(['now', 'later'])
  })

  test('adding a job with an existing unique key does nothing', async () => {
    await addGreeting('first', { uniqueKey: 'reset/7' })
    await addGreeting('second', { uniqueKey: 'reset/7' })
    await addGreeting('third', { uniqueKey: 'reset/8' })
    await addGreeting('fourth')
    await addGreeting('fifth')
    const names = (await listJobs()).map((row) => row.payload['name'])
    expect(names).toEqual(['first', 'third', 'fourth', 'fifth'])
  })

  test('a job exists only if its transaction commits', async () => {
    const { unscopedDb } = database()
    const run = vi.fn<RunJob>(doNothing)
    runWorker([defineGreetJob(run)])
    const rolledBack = unscopedDb.transaction().execute(async (db) => {
      await add(db, greetJob, { name: 'lost' }, { clock })
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    await unscopedDb.transaction().execute(async (db) => {
      await add(db, greetJob, { name: 'kept' }, { clock })
    })
    await expect.poll(listJobStates, pollOptions).toEqual(['done'])
    expect(run.mock.calls.map(([{ name }]) => name)).toEqual(['kept'])
  })

  test('a job of an unknown kind is left waiting', async () => {
    await addGreeting('Rex')
    runWorker([defineJob({ ...greetJob, kind: 'other', run: doNothing })])
    await waitBriefly()
    expect(await listJobStates()).toEqual(['waiting'])
  })

  test('a job runs at once after wake, however long the poll interval is', async () => {
    const worker = runWorker([greetJob], { pollMs: 60_000 })
    await waitBriefly()
    await addGreeting('Rex')
    worker.wake()
    await expect.poll(listJobStates, pollOptions).toEqual(['done'])
  })
})

describe('when a job fails', () => {
  const failing = (error: Error) => vi.fn<RunJob>().mockRejectedValue(error)

  test('a failing job is retried with growing delays, and then kept with its reason', async () => {
    const run = failing(new Error('451 try later'))
    await addGreeting('Rex')
    runWorker([defineGreetJob(run)])
    const next = async () => (await listJobs()).map(({ state, runAfter }) => [state, runAfter])
    const at = (seconds: number) => new Date(startTime.getTime() + seconds * 1000).toISOString()

    await expect.poll(next, pollOptions).toEqual([['waiting', at(100)]])
    advanceClock(99)
    await waitBriefly()
    expect(run).toHaveBeenCalledTimes(1)
    advanceClock(1)
    await expect.poll(next, pollOptions).toEqual([['waiting', at(300)]])
    advanceClock(200)
    await expect.poll(listJobStates, pollOptions).toEqual(['failed'])
    expect(run.mock.calls.map(([, context]) => context.attempt)).toEqual([1, 2, 3])
    expect(await listJobs()).toMatchObject([
      { lastError: '451 try later', payload: { name: 'Rex' }, finishedOn: at(300) },
    ])
  })

  test('a job that succeeds after a failure has no error reason', async () => {
    const run = vi.fn<RunJob>(doNothing).mockRejectedValueOnce(new Error('not yet'))
    await addGreeting('Rex')
    runWorker([defineGreetJob(run)])
    await expect.poll(async () => (await listJobs())[0]?.lastError, pollOptions).toBe('not yet')
    advanceClock(100)
    await expect.poll(listJobStates, pollOptions).toEqual(['done'])
    expect(await listJobs()).toMatchObject([{ lastError: null, attempts: 2 }])
  })

  test('a permanent failure is not retried', async () => {
    const run = failing(new PermanentFailure('smtp-550', '550 no such mailbox: rex@example.com'))
    await addGreeting('Rex')
    runWorker([defineGreetJob(run)])
    await expect.poll(listJobStates, pollOptions).toEqual(['failed'])
    advanceClock(100_000)
    await waitBriefly()
    expect(run).toHaveBeenCalledTimes(1)
    expect(await listJobs()).toMatchObject([{ lastError: '550 no such mailbox: rex@example.com' }])
  })

  test('the log has the code of an expected failure, and the stack of an unexpected one', async () => {
    const run = failing(new Error('never seen before')).mockRejectedValueOnce(
      new JobFailure('smtp-451', 'rex@example.com is greylisted'),
    )
    await addGreeting('Rex')
    runWorker([defineGreetJob(run)])
    await expect.poll(() => logged().join(''), pollOptions).toContain('smtp-451')
    expect(logged().join('')).not.toContain('rex@example.com')
    advanceClock(100)
    await expect.poll(() => logged().join(''), pollOptions).toContain('jobs.test.ts')
  })

  test('a permanent failure is reported by its code, an unexpected error with its stack', async () => {
    const run = failing(new Error('never seen before'))
      .mockRejectedValueOnce(new PermanentFailure('smtp-550', 'no such mailbox: rex@example.com'))
      .mockRejectedValueOnce(new Error('not yet'))
    await addGreeting('Rex')
    await addGreeting('Tom')
    const [first, second] = (await listJobs()).map(({ id }) => id)
    runWorker([defineGreetJob(run, 2)], { concurrency: 1 })
    await expect.poll(async () => (await listJobs())[1]?.lastError, pollOptions).toBe('not yet')
    advanceClock(100)
    await expect.poll(listJobStates, pollOptions).toEqual(['failed', 'failed'])
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

  test('a job with an invalid stored payload fails permanently', async () => {
    const { unscopedDb } = database()
    const run = vi.fn<RunJob>(doNothing)
    await addGreeting('Rex')
    await unscopedDb.updateTable('job').set({ payload: '{"name":7}' }).execute()
    runWorker([defineGreetJob(run)])
    await expect.poll(listJobStates, pollOptions).toEqual(['failed'])
    expect(run).not.toHaveBeenCalled()
    expect((await listJobs())[0]?.lastError).toContain('name')
  })

  test('adding a job with an invalid payload is refused', async () => {
    const wrong = z.object({ name: z.email() })
    const adding = add(
      database().unscopedDb,
      { kind: 'greet', payload: wrong },
      { name: '' },
      { clock },
    )
    await expect(adding).rejects.toThrow(z.ZodError)
    expect(await listJobs()).toEqual([])
  })
})

describe('after a crash', () => {
  /** Claims a job as a process does that is then killed. */
  const crashed = async (claimSeconds = 60) => {
    const now = clock()
    const until = new Date(now.getTime() + claimSeconds * 1000)
    const given = { kinds: ['greet'], limit: 9, now, until, except: [] }
    await claim(database().unscopedDb, database().engine, given)
  }

  test('a job runs again once the claim of a crashed process has expired', async () => {
    const run = vi.fn<RunJob>(doNothing)
    await addGreeting('Rex')
    await crashed()
    runWorker([defineGreetJob(run)])
    advanceClock(60)
    await waitBriefly()
    expect(run).not.toHaveBeenCalled()
    advanceClock(1)
    await expect.poll(listJobStates, pollOptions).toEqual(['done'])
    expect(run.mock.calls[0]?.[1].attempt).toBe(2)
  })

  test('after a crash a job runs again at once if the process has the database to itself', async () => {
    const run = vi.fn<RunJob>(doNothing)
    await addGreeting('Rex')
    await crashed()
    runWorker([defineGreetJob(run)], { isAlone: true })
    await expect.poll(listJobStates, pollOptions).toEqual(['done'])
    expect(run.mock.calls[0]?.[1].attempt).toBe(2)
  })

  test('a job that crashes the process every time fails in the end', async () => {
    const run = vi.fn<RunJob>(doNothing)
    await addGreeting('Rex')
    for (let crash = 0; crash < 3; crash += 1) {
      await crashed()
      advanceClock(61)
    }
    runWorker([defineGreetJob(run)])
    await expect.poll(listJobStates, pollOptions).toEqual(['failed'])
    expect(run).not.toHaveBeenCalled()
    expect((await listJobs())[0]?.lastError).toBe('the server stopped while the job ran')
    expect(reported().map(({ message }) => message)).toEqual(['job failed: crashed'])
  })

  test('a worker whose claim has expired can no longer change the job', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    await addGreeting('Rex')
    const sleepy = vi.fn<RunJob>(() => mayEnd)
    // The heartbeat is so slow that the claim expires, as on a computer that was suspended.
    runWorker([defineGreetJob(sleepy)], { claimSeconds: 3600 })
    await expect.poll(() => sleepy.mock.calls.length, pollOptions).toBe(1)
    advanceClock(3601)
    await waitBriefly()
    expect(sleepy).toHaveBeenCalledTimes(1)
    const { promise: second, resolve: endSecond } = Promise.withResolvers<void>()
    const awake = vi.fn<RunJob>(() => second)
    runWorker([defineGreetJob(awake)])
    await expect.poll(() => awake.mock.calls.length, pollOptions).toBe(1)
    end()
    await expect
      .poll(() => logged().join(''), pollOptions)
      .toContain('another process has taken the job over')
    expect(await listJobStates()).toEqual(['running'])
    endSecond()
    await expect.poll(listJobStates, pollOptions).toEqual(['done'])
  })

  test('a running job is aborted when its claim is lost', async () => {
    let reason: unknown
    const run: RunJob = (_payload, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          reason = signal.reason
          resolve()
        })
      })
    await addGreeting('Rex')
    runWorker([defineGreetJob(run)], { claimSeconds: 0.06 })
    await expect.poll(listJobStates, pollOptions).toEqual(['running'])
    await database().unscopedDb.updateTable('job').set({ attempts: 7 }).execute()
    await expect.poll(() => reason, pollOptions).toBeInstanceOf(Error)
  })
})

describe('the request of a job', () => {
  test('a job remembers the request that created it, and its log lines carry the ID', async () => {
    const seen: (string | undefined)[] = []
    await runForRequest('request-4711', () => addGreeting('Rex'))
    await addGreeting('without a request')
    expect((await listJobs()).map(({ requestId }) => requestId)).toEqual(['request-4711', null])
    runWorker([
      defineGreetJob(async () => {
        seen.push(getRequestId())
      }),
    ])
    await expect.poll(listJobStates, pollOptions).toEqual(['done', 'done'])
    expect(seen).toHaveLength(2)
    expect(seen).toEqual(
      expect.arrayContaining([expect.stringMatching(/^job-\d+-1$/u), 'request-4711']),
    )
  })
})
