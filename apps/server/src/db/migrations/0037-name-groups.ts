import { withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** Adds the names of patients and owners in other writings, as received files state them. */
export async function nameGroups({ db }: SchemaBuilder) {
  for (const table of ['patient', 'owner'])
    await db.schema.alterTable(table).addColumn('nameGroups', 'text', withDefault('')).execute()
}
