import { references, required, sameClinic } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** The geometry of CT and MR slices, and how an animal really lay in the scanner. */
export async function slices({ table }: SchemaBuilder) {
  await table('slice', (slice) =>
    slice
      .addColumn('imageId', 'bigint', (id) => id.primaryKey())
      .addColumn('clinicId', 'bigint', references('clinic'))
      // The file from which they were read: a replaced file is read again.
      .addColumn('sha256', 'text', required)
      // Null if the image cannot be shown as a slice.
      .addColumn('attributes', 'json')
      .$call(sameClinic('imageId', 'image')),
  )
  await table('positionCorrection', (correction) =>
    correction
      .addColumn('studyId', 'bigint', (id) => id.primaryKey())
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('actual', 'text', required)
      .addColumn('userId', 'bigint', references('user'))
      // The name at the time of the correction; a radiologist of a case cannot read the user.
      .addColumn('correctedBy', 'text', required)
      .addColumn('correctedOn', 'text', required)
      .$call(sameClinic('studyId', 'study')),
  )
}
