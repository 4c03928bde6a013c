import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { z } from 'zod'
import type { OpenDatabase } from '../../db/open.ts'
import type { UnexpectedError } from '../../http/error-report.ts'
import { defineJob } from '../../jobs/define-job.ts'
import type { JobContext } from '../../jobs/define-job.ts'
import { add } from '../../jobs/job-queue.ts'
import { startJobWorker } from '../../jobs/job-worker.ts'
import type { JobWorker, JobWorkerSettings } from '../../jobs/job-worker.ts'
import { openTestDatabase } from '../database/test-database.ts'

export type RunJob = (payload: { readonly name: string }, context: JobContext) => Promise<void>
const payload = z.object({ name: z.string() })
export const defineGreetJob = (run: RunJob, maxAttempts = 3) =>
  defineJob({ kind: 'greet', payload, maxAttempts, retryDelaySeconds: (n) => n * 100, run })
export const doNothing: RunJob = () => Promise.resolve()
export const greetJob = defineGreetJob(doNothing)

export const startTime = new Date('2026-03-08T06:30:00.000Z')
export const pollOptions = { timeout: 10_000, interval: 10 }
export const waitBriefly = () => new Promise((resolve) => setTimeout(resolve, 40))

/** Gives each test an empty job queue on a controllable clock, and stops its workers afterwards. */
export function setUpJobs() {
  let database: OpenDatabase
  let now = startTime
  let logged: string[] = []
  let reported: UnexpectedError[] = []
  let workers: JobWorker[] = []
  const clock = () => new Date(now)

  beforeAll(async () => {
    database = await openTestDatabase()
  })
  beforeEach(async () => {
    await database.unscopedDb.deleteFrom('job').execute()
    now = startTime
    logged = []
    reported = []
    workers = []
  })
  afterEach(() => Promise.all(workers.map((worker) => worker.stop())))
  afterAll(() => database.close())

  const listJobs = () => database.unscopedDb.selectFrom('job').selectAll().orderBy('id').execute()
  return {
    database: () => database,
    logged: () => logged,
    reported: () => reported,
    clock,
    advanceClock: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000)
    },
    listJobs,
    listJobStates: async () => (await listJobs()).map(({ state }) => state),
    addGreeting: (name: string, options: { uniqueKey?: string; runAfter?: Date } = {}) =>
      add(database.unscopedDb, greetJob, { name }, { clock, ...options }),
    runWorker: (
      jobs: JobWorkerSettings['jobs'],
      settings: Partial<JobWorkerSettings> = {},
    ): JobWorker => {
      const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) })
      const reportError = (error: UnexpectedError) => void reported.push(error)
      const base = { ...database, jobs, clock, log, reportError, pollMs: 5 }
      const worker = startJobWorker({ ...base, ...settings })
      workers.push(worker)
      return worker
    },
  }
}
