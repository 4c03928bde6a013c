import { flag, references, required, sameClinic } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

export async function imagesAndDevices(schema: SchemaBuilder) {
  await images(schema)
  await devices(schema)
  await destinations(schema)
}

async function images({ table, tableWithId, unique, index }: SchemaBuilder) {
  await tableWithId('image', (image) =>
    image
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('studyId', 'bigint', required)
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('modality', 'text', required)
      .addColumn('bodyPart', 'text', required)
      .addColumn('bodyPartView', 'text', required)
      .addColumn('animalSize', 'text')
      .addColumn('filePath', 'text', required)
      .addColumn('sha256', 'text', required)
      .addColumn('byteLength', 'bigint', required)
      .addColumn('sopInstanceUID', 'text', required)
      .addColumn('seriesInstanceUID', 'text', required)
      .addColumn('sensor', 'text', required)
      .addColumn('createdOn', 'text', required)
      .addColumn('isRejected', 'boolean', flag(false))
      .addColumn('isAutoSent', 'boolean', flag(false))
      .$call(sameClinic('studyId', 'study')),
  )
  await unique('image', 'clinicId', 'id')
  await unique('image', 'clinicId', 'sopInstanceUID')
  await index('image', 'studyId', 'isRejected')

  await tableWithId('imageRejection', (rejection) =>
    rejection
      .addColumn('imageId', 'bigint', required)
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('rejectionReason', 'text', required)
      .addColumn('createdOn', 'text', required)
      .$call(sameClinic('imageId', 'image')),
  )
  await index('imageRejection', 'imageId')

  await table('viewerState', (state) =>
    state
      .addColumn('studyId', 'bigint', (id) => id.primaryKey())
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('viewportState', 'json', required)
      .addColumn('cropState', 'json', required)
      .addColumn('toolState', 'json', required)
      .addColumn('version', 'integer', required)
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('savedOn', 'text', required)
      .$call(sameClinic('studyId', 'study')),
  )
}

async function devices({ tableWithId, unique }: SchemaBuilder) {
  await tableWithId('sensor', (sensor) =>
    sensor
      .addColumn('brand', 'text', required)
      .addColumn('model', 'text', required)
      .addColumn('modality', 'text', required)
      .addColumn('serverIp', 'text', required)
      .addColumn('port', 'integer', required),
  )
  await unique('sensor', 'serverIp', 'port', 'modality')

  await tableWithId('generatorTechnique', (technique) =>
    technique
      .addColumn('speciesId', 'integer', required)
      .addColumn('size', 'text', required)
      .addColumn('bodyPart', 'text', required)
      .addColumn('bodyPartView', 'text', required)
      .addColumn('fo', 'double precision', required)
      .addColumn('kv', 'double precision', required)
      .addColumn('ma', 'double precision', required)
      .addColumn('ms', 'double precision', required),
  )
  await unique('generatorTechnique', 'speciesId', 'size', 'bodyPart', 'bodyPartView')

  await tableWithId('generatorTechniqueOverride', (technique) =>
    technique
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('createdOn', 'text', required)
      .addColumn('speciesId', 'integer', required)
      .addColumn('size', 'text', required)
      .addColumn('bodyPart', 'text', required)
      .addColumn('bodyPartView', 'text', required)
      .addColumn('fo', 'double precision', required)
      .addColumn('kv', 'double precision', required)
      .addColumn('ma', 'double precision', required)
      .addColumn('ms', 'double precision', required),
  )
  await unique(
    'generatorTechniqueOverride',
    'userId',
    'speciesId',
    'size',
    'bodyPart',
    'bodyPartView',
  )
}

async function destinations({ tableWithId, unique }: SchemaBuilder) {
  await tableWithId('dicomServer', (server) =>
    server
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('serverName', 'text', required)
      .addColumn('aeTitle', 'text', required)
      .addColumn('host', 'text', required)
      .addColumn('port', 'integer', required)
      .addColumn('description', 'text', required)
      .addColumn('autoSend', 'boolean', flag(false))
      .addColumn('tls', 'boolean', flag(false)),
  )
  await unique('dicomServer', 'clinicId', 'serverName')

  await tableWithId('emailConfig', (config) =>
    config
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('email', 'text', required)
      .addColumn('hostName', 'text', required)
      .addColumn('smtpPort', 'integer', required)
      .addColumn('password', 'text'),
  )
  await unique('emailConfig', 'clinicId')
}
