import type { ClinicId } from '@talus/contract'
import type { Kysely } from 'kysely'
import { prepareQuery } from '../prepared-query.ts'
import type { Database } from '../tables.ts'

const incrementRevision = prepareQuery((unscopedDb, { clinicId }: { clinicId: ClinicId }) =>
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
 * Increments the clinic's revision, so that its open screens load changed studies or images. Called
 * last in the transaction of the change: the row, one per clinic, is locked until its end.
 */
export async function touchClinic(unscopedDb: Kysely<Database>, clinicId: ClinicId): Promise<void> {
  await incrementRevision(unscopedDb, { clinicId })
}
