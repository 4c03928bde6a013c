import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { z } from 'zod'
import type { OpenDatabase } from '../db/open.ts'
import type { UnexpectedError } from '../http/error-report.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { JobContext } from '../jobs/define-job.ts'
import { add } from '../jobs/job-queue.ts'
import { startWorker } from '../jobs/job-worker.ts'
import type { Worker, WorkerSettings } from '../jobs/job-worker.ts'
import { testDatabase } from './test-database.ts'

export type Run = (payload: { readonly name: string }, context: JobContext) => Promise<void>
const payload = z.object({ name: z.string() })
export const greeting = (run: Run, maxAttempts = 3) =>
  defineJob({ kind: 'greet', payload, maxAttempts, retryDelaySeconds: (n) => n * 100, run })
export const nothing: Run = () => Promise.resolve()
export const greet = greeting(nothing)

export const start = new Date('2026-03-08T06:30:00.000Z')
export const patiently = { timeout: 10_000, interval: 10 }
export const aMoment = () => new Promise((resolve) => setTimeout(resolve, 40))

/** A queue that is empty before each test, on a clock of its own, and workers that are gone after it. */
export function jobDesk() {
  let database: OpenDatabase
  let now = start
  let logged: string[] = []
  let reported: UnexpectedError[] = []
  let workers: Worker[] = []
  const clock = () => new Date(now)

  beforeAll(async () => {
    database = await testDatabase()
  })
  beforeEach(async () => {
    await database.unscopedDb.deleteFrom('job').execute()
    now = start
    logged = []
    reported = []
    workers = []
  })
  afterEach(() => Promise.all(workers.map((worker) => worker.stop())))
  afterAll(() => database.close())

  const rows = () => database.unscopedDb.selectFrom('job').selectAll().orderBy('id').execute()
  return {
    database: () => database,
    logged: () => logged,
    reported: () => reported,
    clock,
    pass: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000)
    },
    rows,
    states: async () => (await rows()).map(({ state }) => state),
    addNamed: (name: string, options: { uniqueKey?: string; runAfter?: Date } = {}) =>
      add(database.unscopedDb, greet, { name }, { clock, ...options }),
    work: (jobs: WorkerSettings['jobs'], settings: Partial<WorkerSettings> = {}): Worker => {
      const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) })
      const reportError = (error: UnexpectedError) => void reported.push(error)
      const base = { ...database, jobs, clock, log, reportError, pollMs: 5 }
      const worker = startWorker({ ...base, ...settings })
      workers.push(worker)
      return worker
    },
  }
}
