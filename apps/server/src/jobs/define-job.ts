import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'

export type Clock = () => Date
export type Logger = FastifyBaseLogger

export interface JobContext {
  readonly jobId: number
  /** Counts from 1. */
  readonly attempt: number
  readonly clock: Clock
  readonly log: Logger
  /** The server stops, or another process has taken this job over: let go without more effects. */
  readonly signal: AbortSignal
}

/** What a kind of job is known by; enough to add one. */
export interface JobKind<Schema extends z.ZodType> {
  readonly kind: string
  readonly payload: Schema
}

export interface Job<Schema extends z.ZodType = z.ZodType> extends JobKind<Schema> {
  /** A crash in the middle counts as an attempt: a job that ends the process must not loop. */
  readonly maxAttempts: number
  /** After the attempt of this number failed. */
  readonly retryDelaySeconds: (attempt: number) => number
  readonly perform: (storedPayload: unknown, context: JobContext) => Promise<void>
}

/**
 * A failure that a job foresaw. The message is kept in the job table for people to read, and may
 * quote what another server said; only the code, which names nobody, goes to the log.
 */
export class JobFailure extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'JobFailure'
    this.code = code
  }
}

/** Trying again would fail in the same way. */
export class PermanentFailure extends JobFailure {
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(code, message, options)
    this.name = 'PermanentFailure'
  }
}

export function defineJob<Schema extends z.ZodType>(
  definition: JobKind<Schema> &
    Pick<Job, 'maxAttempts' | 'retryDelaySeconds'> & {
      /** May run twice after a crash, so its effects must bear repetition. */
      readonly run: (payload: z.output<Schema>, context: JobContext) => Promise<void>
    },
): Job<Schema> {
  const { run, ...job } = definition
  return {
    ...job,
    async perform(storedPayload, context) {
      const parsed = job.payload.safeParse(storedPayload)
      // The stored payload will not get better by waiting.
      if (!parsed.success) throw new PermanentFailure('bad-payload', z.prettifyError(parsed.error))
      await run(parsed.data, context)
    },
  }
}
