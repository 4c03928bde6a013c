import { flag, references, required, sameClinic, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** Adds the raw frames of sensors, and the data that is entered during capture. */
export async function capture({ table, tableWithId, unique, index }: SchemaBuilder) {
  await table('rawFrame', (frame) =>
    frame
      // The id from the bridge: the same exposure sent again is the same row.
      .addColumn('frameId', 'text', (id) => id.primaryKey())
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('studyId', 'bigint', required)
      .addColumn('userId', 'bigint', references('user'))
      // Null until the frame has been processed into an image.
      .addColumn('imageId', 'bigint')
      .addColumn('filePath', 'text', required)
      .addColumn('sha256', 'text', required)
      .addColumn('byteLength', 'bigint', required)
      // Size, bits, calibration, technique, annotation: all values that the bridge and the screen
      // sent.
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
      // Set if a built-in protocol was changed or removed.
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
