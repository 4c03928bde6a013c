import { setTimeout as sleep } from 'node:timers/promises'
import type { UnscopedDb } from '../db/open.ts'
import type { Engine } from '../db/schema-builder.ts'
import { thrown } from '../http/error-report.ts'
import type { ReportError } from '../http/error-report.ts'
import { JobFailure, PermanentFailure } from './define-job.ts'
import type { Clock, Job, Logger } from './define-job.ts'
import * as jobTable from './jobs.queries.ts'
import type { JobRow, Outcome } from './jobs.queries.ts'
import { workLoop } from './work-loop.ts'

export interface WorkerSettings {
  readonly unscopedDb: UnscopedDb
  readonly engine: Engine
  readonly jobs: readonly Job[]
  readonly clock: Clock
  readonly log: Logger
  /** Told of a job that has failed for good. */
  readonly reportError: ReportError
  /** How long a job of another process, or one whose time has come, may wait unnoticed. */
  readonly pollMs?: number
  readonly concurrency?: number
  /** How long after a crash its jobs are taken up again. */
  readonly claimSeconds?: number
  /** No other process has this database: what ran when the last one died need not wait for its claim. */
  readonly isAlone?: boolean
  /** How long `stop` waits for jobs to end by themselves. */
  readonly stopMs?: number
}

export interface Worker {
  /** Takes no more jobs and waits, for a bounded time, for those that run. */
  readonly stop: () => Promise<void>
  /** Looks for work now; to be called after a commit that added some. */
  readonly wake: () => void
}

const dayMs = 24 * 60 * 60 * 1000
const doneJobsKeptDays = 30
const settleTries = 5

export function startWorker({
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
}: WorkerSettings): Worker {
  const byKind = new Map(jobs.map((job) => [job.kind, job]))
  if (byKind.size < jobs.length) throw new Error('two jobs are of the same kind')

  const running = new Map<number, Promise<void>>()
  let purgedOn = 0
  let mayHoldClaims = isAlone
  const loop = workLoop({
    pollMs,
    onOutage: (error) => log.error({ err: error }, 'the job table is out of reach'),
  })

  const after = (ms: number) => new Date(clock().getTime() + ms)
  const claimEnd = () => after(claimSeconds * 1000)

  async function takeJobs() {
    if (mayHoldClaims) await jobTable.endClaims(unscopedDb, clock())
    mayHoldClaims = false
    if (clock().getTime() - purgedOn > dayMs) {
      await jobTable.purgeDone(unscopedDb, after(-doneJobsKeptDays * dayMs))
      purgedOn = clock().getTime()
    }
    const limit = concurrency - running.size
    if (limit <= 0 || jobs.length === 0) return
    const kinds = [...byKind.keys()]
    const given = { kinds, limit, now: clock(), until: claimEnd(), except: [...running.keys()] }
    for (const row of await jobTable.claim(unscopedDb, engine, given)) {
      const work = runJob(row).finally(() => {
        running.delete(row.id)
        loop.wake()
      })
      running.set(row.id, work)
    }
  }

  async function runJob(row: JobRow): Promise<void> {
    const facts = { jobId: row.id, kind: row.kind, attempt: row.attempts }
    const lost = new AbortController()
    const heartbeat = setInterval(() => void keepClaim(row, facts, lost), (claimSeconds * 1000) / 3)
    try {
      const outcome = await perform(row, facts, AbortSignal.any([lost.signal, loop.stopped]))
      if (!(await settle(row, outcome))) log.warn(facts, 'another process has taken the job over')
    } catch (error) {
      log.error({ ...facts, err: error }, 'the outcome of a job is not noted: it will run again')
    } finally {
      clearInterval(heartbeat)
    }
  }

  async function keepClaim(row: JobRow, facts: object, lost: AbortController) {
    try {
      if (!(await jobTable.extend(unscopedDb, row, claimEnd())))
        lost.abort(new Error('another process has taken the job over'))
    } catch (error) {
      // The next beat comes well before the claim ends.
      log.warn({ ...facts, err: error }, 'the claim on a job could not be extended')
    }
  }

  async function perform(row: JobRow, facts: object, signal: AbortSignal): Promise<Outcome> {
    const job = byKind.get(row.kind)
    if (!job) return { is: 'failure', reason: `no job is of the kind ${row.kind}` }
    if (row.attempts > job.maxAttempts) {
      reportFailure(row, new JobFailure('crashed', 'the server stopped while the job ran'))
      return { is: 'failure', reason: row.lastError ?? 'the server stopped while the job ran' }
    }
    try {
      await job.perform(row.payload, { jobId: row.id, attempt: row.attempts, clock, log, signal })
      return { is: 'success' }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof PermanentFailure || row.attempts >= job.maxAttempts) {
        reportFailure(row, error)
        return { is: 'failure', reason }
      }
      const delayMs = signal.aborted ? 0 : job.retryDelaySeconds(row.attempts) * 1000
      const runAfter = after(delayMs)
      const detail = error instanceof JobFailure ? { code: error.code } : { err: error }
      log.warn({ ...facts, ...detail, runAfter }, 'job failed, it will be tried again')
      return { is: 'retry', reason, runAfter }
    }
  }

  /** What was not foreseen needs its stack; what was may quote people, and is told by its code. */
  function reportFailure(row: JobRow, error: unknown) {
    const told =
      error instanceof JobFailure ? { message: `job failed: ${error.code}` } : thrown(error)
    const page = `job ${row.kind} ${row.id}, attempt ${row.attempts}`
    reportError({ source: 'server', ...told, page })
  }

  /** The work is done: losing the note of it to a hiccup of the database would do it twice. */
  async function settle(row: JobRow, outcome: Outcome): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await jobTable.settle(unscopedDb, row, outcome, clock())
      } catch (error) {
        if (attempt === settleTries) throw error
        await sleep(100 * 2 ** attempt)
      }
    }
  }

  loop.begin(takeJobs)

  return {
    wake: loop.wake,
    async stop() {
      await loop.stop(() => running.values(), stopMs)
      if (running.size > 0) log.warn({ jobs: running.size }, 'stopped while jobs were running')
    },
  }
}
