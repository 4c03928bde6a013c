import { describeError } from '../http/error-report.ts'
import type { ReportError } from '../http/error-report.ts'
import { JobFailure, PermanentFailure } from './define-job.ts'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import type { Job } from './define-job.ts'
import type { JobRow, Outcome } from './jobs.queries.ts'

export interface JobRunnerDeps {
  readonly jobs: readonly Job[]
  readonly clock: Clock
  readonly log: Logger
  /** Called for a job that has failed permanently. */
  readonly reportError: ReportError
}

/** Returns a function that runs a claimed job once and tells its outcome. */
export function createJobRunner({ jobs, clock, log, reportError }: JobRunnerDeps) {
  const byKind = new Map(jobs.map((job) => [job.kind, job]))

  /**
   * Unexpected errors are reported with stack; expected ones may quote personal data: by code only.
   */
  function reportFailure(row: JobRow, error: unknown) {
    const report =
      error instanceof JobFailure ? { message: `job failed: ${error.code}` } : describeError(error)
    const page = `job ${row.kind} ${row.id}, attempt ${row.attempts}`
    reportError({ source: 'server', ...report, page })
  }

  return async (row: JobRow, signal: AbortSignal): Promise<Outcome> => {
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
      const runAfter = new Date(clock().getTime() + delayMs)
      const facts = { jobId: row.id, kind: row.kind, attempt: row.attempts }
      const detail = error instanceof JobFailure ? { code: error.code } : { err: error }
      log.warn({ ...facts, ...detail, runAfter }, 'job failed, it will be tried again')
      return { is: 'retry', reason, runAfter }
    }
  }
}
