import { withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * The list of studies is sorted by the breed as the user reads it. The next start fills the key,
 * because the version of the index has changed; see `studySortKeys` for the two indexes.
 */
export async function frenchBreedKeys({ db, keyText }: SchemaBuilder) {
  for (const table of ['patient', 'study'])
    await db.schema.alterTable(table).addColumn('breedKeyFr', keyText, withDefault('')).execute()
  for (const direction of ['asc', 'desc'] as const)
    await db.schema
      .createIndex(`ix:study:clinicId,breedKeyFr,${direction}`)
      .on('study')
      .column('clinicId')
      .column(`breedKeyFr ${direction}`)
      .column('createdOn desc')
      .column('id desc')
      .execute()
}
