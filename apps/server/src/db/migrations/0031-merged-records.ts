import type { SchemaBuilder } from '../schema-builder.ts'

/** Adds what undoing and searching need to know about merged records. */
export async function mergedRecords({ db, index }: SchemaBuilder) {
  // The patient as the first file of a received study states it; null if a user chose the patient.
  await db.schema.alterTable('study').addColumn('claim', 'json').execute()
  for (const table of ['patient', 'owner']) await index(table, 'mergedIntoId')
}
