import type { SchemaBuilder } from '../schema-builder.ts'

/** `preset` is the name of this value everywhere else: in the API, in the code and on the screen. */
export async function processingPreset({ db }: SchemaBuilder) {
  await db.schema.alterTable('rawFrame').renameColumn('look', 'preset').execute()
}
