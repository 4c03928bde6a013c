import { flag, references, required, sameClinic, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** What a sensor gave, before anything was made of it, and what is told when an image is taken. */
export async function capture({ table, tableWithId, unique, index }: SchemaBuilder) {
  await table('rawFrame', (frame) =>
    frame
      // The name that the bridge gave it: the same exposure again is the same row.
      .addColumn('frameId', 'text', (id) => id.primaryKey())
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('studyId', 'bigint', required)
      .addColumn('userId', 'bigint', references('user'))
      // Empty until the image is made of it.
      .addColumn('imageId', 'bigint')
      .addColumn('filePath', 'text', required)
      .addColumn('sha256', 'text', required)
      .addColumn('byteLength', 'bigint', required)
      // Size, bits, calibration, technique, annotation: all that the bridge and the screen told.
      .addColumn('info', 'json', required)
      .addColumn('look', 'text', withDefault(''))
      .addColumn('isRecovered', 'boolean', flag(false))
      .addColumn('createdOn', 'text', required)
      .$call(sameClinic('studyId', 'study')),
  )
  await unique('rawFrame', 'imageId')
  await index('rawFrame', 'studyId')

  await table('studyRestraint', (restraint) =>
    restraint
      .addColumn('studyId', 'bigint', (id) => id.primaryKey())
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('holders', 'text', withDefault(''))
      .addColumn('isSedated', 'boolean', flag(false))
      .$call(sameClinic('studyId', 'study')),
  )

  await tableWithId('protocol', (protocol) =>
    protocol
      .addColumn('clinicId', 'bigint', references('clinic'))
      // Set where one that comes with the product was changed or removed.
      .addColumn('builtIn', 'text')
      .addColumn('isRemoved', 'boolean', flag(false))
      .addColumn('name', 'text', required)
      .addColumn('speciesId', 'integer', required)
      .addColumn('modality', 'text', required)
      .addColumn('steps', 'json', required)
      .addColumn('createdOn', 'text', required),
  )
  await unique('protocol', 'clinicId', 'builtIn')
}
