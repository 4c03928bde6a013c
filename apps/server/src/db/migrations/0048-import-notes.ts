import { mayReference, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** Imported images are noted in the transaction of the image too, with the user who imports them. */
export async function importNotes({ db }: SchemaBuilder) {
  const alter = () => db.schema.alterTable('pendingReceipt')
  // Null for images that a DICOM device has sent.
  await alter().addColumn('userId', 'bigint', mayReference('user')).execute()
  await alter().addColumn('username', 'text', withDefault('')).execute()
}
