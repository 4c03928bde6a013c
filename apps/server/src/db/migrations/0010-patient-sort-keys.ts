import { withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** The keys of a patient's studies at the patient too: a list leaps from one that is found to the next. */
export async function patientSortKeys({ db, keyText }: SchemaBuilder) {
  for (const key of ['patientIdKey', 'ownerKey', 'breedKey'])
    await db.schema.alterTable('patient').addColumn(key, keyText, withDefault('')).execute()
}
