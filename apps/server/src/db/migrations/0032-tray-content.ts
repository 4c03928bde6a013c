import { withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * The content of a decided file, by which it is known if it is sent again after its file has been
 * removed, in whatever encoding.
 */
export async function trayContent({ db, index }: SchemaBuilder) {
  await db.schema.alterTable('trayEntry').addColumn('content', 'text', withDefault('')).execute()
  await index('trayEntry', 'sopInstanceUID')
}
