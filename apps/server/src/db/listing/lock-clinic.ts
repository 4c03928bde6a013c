import type { ClinicId } from '@talus/contract'
import type { Kysely } from 'kysely'
import { prepareQuery } from '../prepared-query.ts'
import type { Database } from '../tables.ts'

const writeNothing = prepareQuery((unscopedDb, { clinicId }: { readonly clinicId: ClinicId }) =>
  unscopedDb
    .updateTable('clinic')
    .set((expression) => ({ search: expression.ref('clinic.search') }))
    .where('clinic.id', '=', clinicId),
)

/**
 * Locks a clinic; the first statement of a transaction that registers a record. Other registrations
 * of the clinic wait for its end. Search words and sort keys are copies of other records: without
 * the lock two concurrent changes would copy outdated values or deadlock. A write that changes
 * nothing locks the row on both engines.
 */
export async function lockClinic(unscopedDb: Kysely<Database>, clinicId: ClinicId): Promise<void> {
  await writeNothing(unscopedDb, { clinicId })
}
