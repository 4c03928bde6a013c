import { withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

export async function protocolsAndRejects({ db, index }: SchemaBuilder) {
  await db.schema.alterTable('protocol').addColumn('revision', 'integer', withDefault(1)).execute()
  // Contains all columns of the reject statistics: a million images are counted from the index
  // alone.
  await index(
    'image',
    'clinicId',
    'createdOn',
    'hasPixels',
    'modality',
    'isRejected',
    'userId',
    'bodyPart',
    'id',
  )
}
