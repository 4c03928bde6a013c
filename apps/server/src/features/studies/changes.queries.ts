import type { ClinicId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'

/** How often each clinic's studies and images have changed; a clinic without a number never has. */
export async function revisionsOf(
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
