import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../db/tables.ts'
import type { Clock, JobKind } from './define-job.ts'

export interface AddOptions {
  readonly clock: Clock
  /** Not before this instant. */
  readonly runAfter?: Date | undefined
  /** While a job with the same key is kept, whatever its state, adding another changes nothing. */
  readonly uniqueKey?: string | undefined
}

/** Given a transaction, the job exists only if that commits: work is never done for lost data. */
export async function add<Schema extends z.ZodType>(
  db: Kysely<Database>,
  job: JobKind<Schema>,
  payload: z.input<Schema>,
  { clock, runAfter, uniqueKey }: AddOptions,
): Promise<void> {
  // A wrong payload fails here, where its author sees it, rather than later in the worker.
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
    })
    .onConflict((conflict) => conflict.column('uniqueKey').doNothing())
    .execute()
}

/** What has become of jobs that were added with a key; a job that was done long ago is forgotten. */
export const statesOf = (db: Kysely<Database>, uniqueKeys: readonly string[]) =>
  db
    .selectFrom('job')
    .select(['job.uniqueKey', 'job.state', 'job.attempts', 'job.lastError'])
    .where('job.uniqueKey', 'in', uniqueKeys)
    .execute()

/** A job that failed for good keeps nobody from adding it again. */
export async function releaseFailed(db: Kysely<Database>, uniqueKeys: readonly string[]) {
  await db
    .updateTable('job')
    .set({ uniqueKey: null })
    .where('uniqueKey', 'in', uniqueKeys)
    .where('state', '=', 'failed')
    .execute()
}
