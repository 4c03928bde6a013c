import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * Records for which patient a draft was written: its study may be moved to another one before the
 * PDF is made. Null for the drafts that exist.
 */
export async function patientsOfDrafts({ db }: SchemaBuilder) {
  await db.schema.alterTable('reportDraft').addColumn('patientDatabaseId', 'bigint').execute()
}
