import { flag } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** Whether a DICOM server gets the reports of measurements with the images; many refuse them. */
export async function sentReports({ db }: SchemaBuilder) {
  await db.schema
    .alterTable('dicomServer')
    .addColumn('sendReports', 'boolean', flag(false))
    .execute()
}
