import { references, required, sameClinic } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** How the stored files of images were compressed later, and what is under way. */
export async function compressedImages({ table }: SchemaBuilder) {
  await table('imageCompression', (compression) =>
    compression
      .addColumn('imageId', 'bigint', (id) => id.primaryKey())
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('state', 'text', required)
      // The file to which the state belongs: a corrected image has another one.
      .addColumn('sha256', 'text', required)
      .addColumn('newPath', 'text')
      .addColumn('formerPath', 'text')
      .addColumn('formerBytes', 'bigint')
      .addColumn('pixelSha256', 'text')
      .addColumn('changedOn', 'text', required)
      .$call(sameClinic('imageId', 'image')),
  )
}
