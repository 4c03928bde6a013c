import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import { z } from 'zod'

export interface JobContext {
  readonly jobId: number
  /** Counts from 1. */
  readonly attempt: number
  readonly clock: Clock
  readonly log: Logger
  /**
   * Aborted when the server stops or another process has taken over: end without further effects.
   */
  readonly signal: AbortSignal
}

/** Name and payload schema of a kind of job; enough to add one. */
export interface JobKind<Schema extends z.ZodType> {
  readonly kind: string
  readonly payload: Schema
}

export interface Job<Schema extends z.ZodType = z.ZodType> extends JobKind<Schema> {
  /** A crash counts as an attempt, so that a job that crashes the process does not loop. */
  readonly maxAttempts: number
  /** Delay after the attempt with this number failed. */
  readonly retryDelaySeconds: (attempt: number) => number
  readonly perform: (storedPayload: unknown, context: JobContext) => Promise<void>
}

/**
 * An expected failure of a job. The message is stored in the job table for users to read, and may
 * quote another server; only the code, which holds no personal data, goes to the log.
 */
export class JobFailure extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'JobFailure'
    this.code = code
  }
}

/** A retry would fail in the same way. */
export class PermanentFailure extends JobFailure {
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(code, message, options)
    this.name = 'PermanentFailure'
  }
}

export function defineJob<Schema extends z.ZodType>(
  definition: JobKind<Schema> &
    Pick<Job, 'maxAttempts' | 'retryDelaySeconds'> & {
      /** May run twice after a crash, so it must be idempotent. */
      readonly run: (payload: z.output<Schema>, context: JobContext) => Promise<void>
    },
): Job<Schema> {
  const { run, ...job } = definition
  return {
    ...job,
    async perform(storedPayload, context) {
      const parsed = job.payload.safeParse(storedPayload)
      // A retry would read the same payload.
      if (!parsed.success) throw new PermanentFailure('bad-payload', z.prettifyError(parsed.error))
      await run(parsed.data, context)
    },
  }
}
