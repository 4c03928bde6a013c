import { withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * Copies the sort keys of a patient's studies to the patient, so that a list can go from one match
 * to the next by key.
 */
export async function patientSortKeys({ db, keyText }: SchemaBuilder) {
  for (const key of ['patientIdKey', 'ownerKey', 'breedKey'])
    await db.schema.alterTable('patient').addColumn(key, keyText, withDefault('')).execute()
}
