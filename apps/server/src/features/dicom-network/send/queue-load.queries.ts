import type { UnscopedDb } from '../../../db/open.ts'

/**
 * Images that are not sent, by state, with the time of the oldest. The join makes the database use
 * the index by server and state: most rows were sent long ago.
 */
export const listUnsent = (unscopedDb: UnscopedDb) =>
  unscopedDb
    .selectFrom('dicomServer')
    .innerJoin('dicomSend', 'dicomSend.dicomServerId', 'dicomServer.id')
    .select((eb) => [
      'dicomSend.state',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('dicomSend.createdOn').as('oldestOn'),
    ])
    .where('dicomSend.state', 'in', ['waiting', 'sending', 'failed'])
    .groupBy('dicomSend.state')
    .execute()
