import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import { retryWithBackOff } from '@talus/node-kit/retry'
import type { UnscopedDb } from '../db/open.ts'
import type { Engine } from '../db/schema-builder.ts'
import type { ReportError } from '../http/error-report.ts'
import { runForRequest } from '../telemetry/request-context.ts'
import type { Job } from './define-job.ts'
import * as jobTable from './jobs.queries.ts'
import type { JobRow } from './jobs.queries.ts'
import { createJobRunner } from './run-job.ts'
import { createWorkLoop } from './work-loop.ts'

export interface JobWorkerSettings {
  readonly unscopedDb: UnscopedDb
  readonly engine: Engine
  readonly jobs: readonly Job[]
  readonly clock: Clock
  readonly log: Logger
  /** Called for a job that has failed permanently. */
  readonly reportError: ReportError
  /** Interval at which due jobs and those of another process are noticed. */
  readonly pollMs?: number
  readonly concurrency?: number
  /** How long after a crash its jobs are claimed again. */
  readonly claimSeconds?: number
  /** This process has the database to itself, so claims of an earlier one need not expire first. */
  readonly isAlone?: boolean
  /** How long `stop` waits for jobs to end before it aborts them. */
  readonly stopMs?: number
}

export interface JobWorker {
  /** Claims no more jobs and waits, for a limited time, for the running ones. */
  readonly stop: () => Promise<void>
  /** Polls now; to be called after a commit that added jobs. */
  readonly wake: () => void
}

const dayMs = 24 * 60 * 60 * 1000
const doneJobsKeptDays = 30

export function startJobWorker({
  unscopedDb,
  engine,
  jobs,
  clock,
  log,
  reportError,
  pollMs = 1000,
  concurrency = 4,
  claimSeconds = 60,
  isAlone = false,
  stopMs = 10_000,
}: JobWorkerSettings): JobWorker {
  const kinds = jobs.map(({ kind }) => kind)
  if (new Set(kinds).size < kinds.length) throw new Error('two jobs are of the same kind')
  const perform = createJobRunner({ jobs, clock, log, reportError })

  const running = new Map<number, Promise<void>>()
  let purgedOn = 0
  let mayHoldClaims = isAlone
  const loop = createWorkLoop({
    pollMs,
    onOutage: (error) => log.error({ err: error }, 'the job table is out of reach'),
  })

  const fromNow = (ms: number) => new Date(clock().getTime() + ms)
  const claimEnd = () => fromNow(claimSeconds * 1000)

  async function claimJobs() {
    if (mayHoldClaims) await jobTable.endClaims(unscopedDb, clock())
    mayHoldClaims = false
    if (clock().getTime() - purgedOn > dayMs) {
      await jobTable.purgeDone(unscopedDb, fromNow(-doneJobsKeptDays * dayMs))
      purgedOn = clock().getTime()
    }
    const limit = concurrency - running.size
    if (limit <= 0 || jobs.length === 0) return
    const options = { kinds, limit, now: clock(), until: claimEnd(), except: [...running.keys()] }
    for (const row of await jobTable.claim(unscopedDb, engine, options)) {
      // The job belongs to the request that created it, or is one of its own.
      const work = runForRequest(row.requestId ?? `job-${row.id}-${row.attempts}`, () =>
        runJob(row),
      ).finally(() => {
        running.delete(row.id)
        loop.wake()
      })
      running.set(row.id, work)
    }
  }

  async function runJob(row: JobRow): Promise<void> {
    const facts = { jobId: row.id, kind: row.kind, attempt: row.attempts }
    const lost = new AbortController()
    const heartbeat = setInterval(
      () => void extendClaim(row, facts, lost),
      (claimSeconds * 1000) / 3,
    )
    try {
      const outcome = await perform(row, AbortSignal.any([lost.signal, loop.stopped]))
      // Losing the outcome to a short database outage would run the job twice.
      const isSettled = await retryWithBackOff(() =>
        jobTable.settle(unscopedDb, row, outcome, clock()),
      )
      if (!isSettled) log.warn(facts, 'another process has taken the job over')
    } catch (error) {
      log.error({ ...facts, err: error }, 'the outcome of a job is not noted: it will run again')
    } finally {
      clearInterval(heartbeat)
    }
  }

  async function extendClaim(row: JobRow, facts: object, lost: AbortController) {
    try {
      if (!(await jobTable.extend(unscopedDb, row, claimEnd())))
        lost.abort(new Error('another process has taken the job over'))
    } catch (error) {
      // The next heartbeat comes well before the claim expires.
      log.warn({ ...facts, err: error }, 'the claim on a job could not be extended')
    }
  }

  loop.start(claimJobs)

  return {
    wake: loop.wake,
    async stop() {
      await loop.stop(() => running.values(), stopMs)
      if (running.size > 0) log.warn({ jobs: running.size }, 'stopped while jobs were running')
    },
  }
}
