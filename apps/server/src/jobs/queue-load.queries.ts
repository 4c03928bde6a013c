import type { UnscopedDb } from '../db/open.ts'

/** Jobs that are not done, by kind and state, with the time of the oldest. */
export const listUnfinished = (unscopedDb: UnscopedDb) =>
  unscopedDb
    .selectFrom('job')
    .select((eb) => [
      'job.kind',
      'job.state',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('job.createdOn').as('oldestOn'),
    ])
    .where('job.state', 'in', ['waiting', 'running', 'failed'])
    .groupBy(['job.kind', 'job.state'])
    .execute()
