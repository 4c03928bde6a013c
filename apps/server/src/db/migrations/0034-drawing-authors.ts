import { withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * The authors of drawings. Drawings from before have none: the user of the row is only the last one
 * who saved the state, whatever they changed. `reported` is a hash of the measurements that the last
 * structured report contains.
 */
export async function drawingAuthors({ db }: SchemaBuilder) {
  await db.schema
    .alterTable('viewerState')
    .addColumn('authors', 'json', withDefault('{}'))
    .execute()
  await db.schema.alterTable('viewerState').addColumn('reported', 'text', withDefault('')).execute()
}
