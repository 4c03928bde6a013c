import type { ClinicId } from '@talus/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

/**
 * The first statement of a transaction that registers something: others of the clinic wait for its
 * end. Words and keys are copies of other records; of two changes at once each would copy what the
 * other is just changing, or both wait for a row that the other one holds. A write that changes
 * nothing locks on both engines.
 */
export const lockClinic = (unscopedDb: Kysely<Database>, clinicId: ClinicId) =>
  unscopedDb
    .updateTable('clinic')
    .set((expression) => ({ search: expression.ref('clinic.search') }))
    .where('clinic.id', '=', clinicId)
    .execute()
