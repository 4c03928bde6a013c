import type { Selectable } from 'kysely'
import type { UnscopedDb } from '../db/open.ts'
import type { Engine } from '../db/schema-builder.ts'
import type { JobState, JobTable } from '../db/server-tables.ts'

/**
 * The states of a job, and their meaning after a crash or a power failure:
 *
 * | state   | what is known                  | after a crash                                         |
 * |---------|--------------------------------|-------------------------------------------------------|
 * | waiting | this attempt has not begun     | runs when its time comes                              |
 * | running | it may have happened, in part  | runs again once claimedUntil has passed, or at once   |
 * |         | or in full                     | where one process has the database to itself; its     |
 * |         |                                | effects must be idempotent; the attempt counts        |
 * | done    | it happened                    | stays done; the payload, often personal, is deleted   |
 * | failed  | it will not happen by itself;  | stays failed, with payload and reason, to be shown    |
 * |         | lastError says why             |                                                       |
 */
const stateAfter = {
  success: 'done',
  failure: 'failed',
  retry: 'waiting',
} as const satisfies Record<string, JobState>

export type JobRow = Selectable<JobTable>

/**
 * The attempt number distinguishes claims on one job: a process that was suspended while another
 * took over its job can no longer change it.
 */
export type Claim = Pick<JobRow, 'id' | 'attempts'>

export async function claim(
  unscopedDb: UnscopedDb,
  engine: Engine,
  options: {
    readonly kinds: readonly string[]
    readonly limit: number
    readonly now: Date
    readonly until: Date
    /**
     * Jobs that run in this process: after the computer was suspended their claims look expired.
     */
    readonly except: readonly number[]
  },
): Promise<JobRow[]> {
  const now = options.now.toISOString()
  const rows = await unscopedDb
    // Materialized: PostgreSQL may otherwise run the subquery, and lock its rows, more than once.
    .with(
      (name) => name('picked').materialized(),
      (db) =>
        db
          .selectFrom('job')
          .select('job.id')
          .where('kind', 'in', options.kinds)
          .$if(options.except.length > 0, (query) =>
            query.where('job.id', 'not in', options.except),
          )
          .where((eb) =>
            eb.or([
              eb.and([eb('state', '=', 'waiting'), eb('runAfter', '<=', now)]),
              eb.and([eb('state', '=', 'running'), eb('claimedUntil', '<', now)]),
            ]),
          )
          .orderBy('runAfter')
          .orderBy('job.id')
          .limit(options.limit)
          .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .updateTable('job')
    .set((eb) => ({
      state: 'running',
      attempts: eb('attempts', '+', 1),
      claimedUntil: options.until.toISOString(),
    }))
    .where('id', 'in', (eb) => eb.selectFrom('picked').select('picked.id'))
    .returningAll()
    .execute()
  // RETURNING has no defined order.
  return rows.toSorted((one, other) =>
    one.runAfter === other.runAfter ? one.id - other.id : one.runAfter < other.runAfter ? -1 : 1,
  )
}

const updateClaimed = (unscopedDb: UnscopedDb, { id, attempts }: Claim) =>
  unscopedDb
    .updateTable('job')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempts', '=', attempts)

/** For a process that has the database to itself, at its start: all earlier claims are void. */
export const endClaims = (unscopedDb: UnscopedDb, now: Date) =>
  unscopedDb
    .updateTable('job')
    // A claim has expired once its end has passed.
    .set({ claimedUntil: new Date(now.getTime() - 1).toISOString() })
    .where('state', '=', 'running')
    .execute()

/** Returns false if another process holds the claim. */
export async function extend(unscopedDb: UnscopedDb, claim: Claim, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimed(unscopedDb, claim)
    .set({ claimedUntil: until.toISOString() })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type Outcome =
  | { readonly is: 'success' }
  | { readonly is: 'failure'; readonly reason: string }
  | { readonly is: 'retry'; readonly reason: string; readonly runAfter: Date }

const reasonLengthMax = 2000

export async function settle(
  unscopedDb: UnscopedDb,
  claim: Claim,
  outcome: Outcome,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimed(unscopedDb, claim)
    .set({
      state: stateAfter[outcome.is],
      claimedUntil: null,
      finishedOn: outcome.is === 'retry' ? null : now.toISOString(),
      lastError: outcome.is === 'success' ? null : outcome.reason.slice(0, reasonLengthMax),
      ...(outcome.is === 'retry' ? { runAfter: outcome.runAfter.toISOString() } : {}),
      ...(outcome.is === 'success' ? { payload: '{}' } : {}),
    })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Failed jobs stay until a user has dealt with them. */
export async function purgeDone(unscopedDb: UnscopedDb, finishedBefore: Date): Promise<void> {
  await unscopedDb
    .deleteFrom('job')
    .where('state', '=', 'done')
    .where('finishedOn', '<', finishedBefore.toISOString())
    .execute()
}
