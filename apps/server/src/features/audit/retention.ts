import type { Clock } from '@talus/node-kit/clock'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { recordAuditEvent } from './audit.service.ts'

const batchSize = 1000

/**
 * Removes the events that are older than the configured number of years, and records how many. It
 * deletes in small transactions, so that no user waits for it.
 */
export async function removeExpiredEvents(
  { unscopedDb, clock }: { readonly unscopedDb: UnscopedDb; readonly clock: Clock },
  years: number | undefined,
): Promise<void> {
  if (years === undefined) return
  const limit = clock()
  limit.setUTCFullYear(limit.getUTCFullYear() - years)
  const before = limit.toISOString()
  let count = 0
  for (;;) {
    const rows = await unscopedDb
      .selectFrom('auditEvent')
      .select('id')
      .where('at', '<', before)
      .orderBy('at')
      .limit(batchSize)
      .execute()
    if (rows.length === 0) break
    const ids = rows.map(({ id }) => id)
    await unscopedDb.deleteFrom('auditEvent').where('id', 'in', ids).execute()
    count += rows.length
  }
  if (count > 0)
    await recordAuditEvent(
      {
        db: new ClinicDb(unscopedDb, 'every-clinic'),
        actor: { id: null, username: 'Talus' },
        address: '',
        clock,
      },
      {
        action: 'audit.expire',
        entityId: null,
        subject: before.slice(0, 10),
        clinicId: null,
        after: { count, before },
      },
    )
}
