import type { ClinicId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'

/**
 * The revision of each clinic: how often its studies and images have changed. A clinic without a
 * row has not changed yet.
 */
export async function findRevisions(
  unscopedDb: UnscopedDb,
  clinicIds: readonly ClinicId[],
): Promise<ReadonlyMap<ClinicId, number>> {
  const rows = await unscopedDb
    .selectFrom('clinicRevision')
    .selectAll()
    .where('clinicId', 'in', clinicIds)
    .execute()
  return new Map(rows.map(({ clinicId, revision }) => [clinicId, revision]))
}
