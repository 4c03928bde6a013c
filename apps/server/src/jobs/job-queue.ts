import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Clock } from '@talus/node-kit/clock'
import type { Database } from '../db/tables.ts'
import { getRequestId } from '../telemetry/request-context.ts'
import type { JobKind } from './define-job.ts'

export interface AddJobOptions {
  readonly clock: Clock
  /** Earliest time of the first attempt. */
  readonly runAfter?: Date | undefined
  /** While a job with the same key exists, in any state, adding another one does nothing. */
  readonly uniqueKey?: string | undefined
}

/** Within a transaction, the job exists only if it commits: no job runs for lost data. */
export async function add<Schema extends z.ZodType>(
  db: Kysely<Database>,
  job: JobKind<Schema>,
  payload: z.input<Schema>,
  { clock, runAfter, uniqueKey }: AddJobOptions,
): Promise<void> {
  // An invalid payload fails here at the caller, not later in the worker.
  job.payload.parse(payload)
  const now = clock()
  await db
    .insertInto('job')
    .values({
      kind: job.kind,
      payload: JSON.stringify(payload),
      state: 'waiting',
      runAfter: (runAfter ?? now).toISOString(),
      claimedUntil: null,
      lastError: null,
      createdOn: now.toISOString(),
      finishedOn: null,
      uniqueKey: uniqueKey ?? null,
      requestId: getRequestId() ?? null,
    })
    .onConflict((conflict) => conflict.column('uniqueKey').doNothing())
    .execute()
}

/** States of the jobs with these keys; jobs that were done long ago have been purged. */
export const listStates = (db: Kysely<Database>, uniqueKeys: readonly string[]) =>
  db
    .selectFrom('job')
    .select(['job.uniqueKey', 'job.state', 'job.attempts', 'job.lastError'])
    .where('job.uniqueKey', 'in', uniqueKeys)
    .execute()

/** Clears the keys of failed jobs, so that they can be added again. */
export async function releaseFailed(db: Kysely<Database>, uniqueKeys: readonly string[]) {
  await db
    .updateTable('job')
    .set({ uniqueKey: null })
    .where('uniqueKey', 'in', uniqueKeys)
    .where('state', '=', 'failed')
    .execute()
}
