import type { ClinicId } from '@talus/contract'
import type { Kysely } from 'kysely'
import { preparedQuery } from '../prepared-query.ts'
import type { Database } from '../tables.ts'

const addOne = preparedQuery((unscopedDb, { clinicId }: { clinicId: ClinicId }) =>
  unscopedDb
    .insertInto('clinicRevision')
    .values({ clinicId, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('clinicId').doUpdateSet((row) => ({
        revision: row('clinicRevision.revision', '+', 1),
      })),
    ),
)

/**
 * Tells the open screens of a clinic that its studies or images have changed. Called last in the
 * transaction of the change: the row is held from here to its end, and is the same for the clinic.
 */
export async function touchClinic(unscopedDb: Kysely<Database>, clinicId: ClinicId): Promise<void> {
  await addOne(unscopedDb, { clinicId })
}
