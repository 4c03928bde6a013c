import { references, required, sameClinic } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * SOP Instance UIDs that an image had before its raw data was processed again, or was to get. A
 * file with such a UID, left by a server that died or sent back by another archive, is that image
 * and not a new one.
 */
export async function replacedInstances({ table, index }: SchemaBuilder) {
  await table('replacedInstance', (instance) =>
    instance
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('sopInstanceUID', 'text', required)
      .addColumn('imageId', 'bigint', required)
      .addPrimaryKeyConstraint('pk:replacedInstance', ['clinicId', 'sopInstanceUID'])
      .$call(sameClinic('imageId', 'image')),
  )
  await index('replacedInstance', 'imageId')
}
