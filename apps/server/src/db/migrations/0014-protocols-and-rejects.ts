import { withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

export async function protocolsAndRejects({ db, index }: SchemaBuilder) {
  await db.schema.alterTable('protocol').addColumn('revision', 'integer', withDefault(1)).execute()
  // All that reject statistics ask for: a million images are counted without reading one of them.
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
