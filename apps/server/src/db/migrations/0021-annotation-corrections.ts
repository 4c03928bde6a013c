import { references, required, sameClinic } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** Keeps the corrections of body part, view and size of an image, for the X-ray log. */
export async function annotationCorrections({ tableWithId, index }: SchemaBuilder) {
  await tableWithId('annotationCorrection', (correction) =>
    correction
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('imageId', 'bigint', required)
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('previousBodyPart', 'text', required)
      .addColumn('previousBodyPartView', 'text', required)
      .addColumn('previousAnimalSize', 'text')
      .addColumn('bodyPart', 'text', required)
      .addColumn('bodyPartView', 'text', required)
      .addColumn('animalSize', 'text')
      .addColumn('createdOn', 'text', required)
      .$call(sameClinic('imageId', 'image')),
  )
  await index('annotationCorrection', 'imageId')
}
