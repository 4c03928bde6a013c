import { flag, references, required, sameClinic, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * Adds the archive's data about its files, the AE titles that may call by DICOM, and the send
 * queue.
 */
export async function archiveAndNetwork(schema: SchemaBuilder) {
  await images(schema)
  await series(schema)
  await studies(schema)
  await receivers(schema)
  await sends(schema)
  await shares(schema)
}

async function images({ db, table, index }: SchemaBuilder) {
  const added = {
    sopClassUID: ['text', withDefault('')],
    transferSyntaxUID: ['text', withDefault('')],
    /** False for reports and measurements, which are objects of a study without an image. */
    hasPixels: ['boolean', flag(true)],
    instanceNumber: ['integer', undefined],
    rows: ['integer', undefined],
    columns: ['integer', undefined],
    frames: ['integer', withDefault(1)],
  } as const
  for (const [name, [type, column]] of Object.entries(added))
    await db.schema.alterTable('image').addColumn(name, type, column).execute()
  await index('image', 'clinicId', 'seriesInstanceUID')
  // Used to find files without a record.
  await index('image', 'filePath')
  // The attributes as DICOM JSON, created once: reading them from 500 files takes seconds.
  await table('imageHeader', (header) =>
    header
      .addColumn('imageId', 'bigint', (id) => id.primaryKey())
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('json', 'text', required)
      .$call(sameClinic('imageId', 'image')),
  )
}

async function series({ tableWithId, unique, index }: SchemaBuilder) {
  await tableWithId('series', (one) =>
    one
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('studyId', 'bigint', required)
      .addColumn('seriesInstanceUID', 'text', required)
      .addColumn('modality', 'text', required)
      .addColumn('seriesNumber', 'integer')
      .addColumn('description', 'text', withDefault(''))
      .addColumn('bodyPart', 'text', withDefault(''))
      .addColumn('laterality', 'text', withDefault(''))
      .addColumn('startedOn', 'text')
      .addColumn('createdOn', 'text', required)
      .$call(sameClinic('studyId', 'study')),
  )
  await unique('series', 'clinicId', 'seriesInstanceUID')
  await index('series', 'studyId')
}

async function studies({ db }: SchemaBuilder) {
  for (const name of ['accessionNumber', 'description', 'dicomStudyId', 'referringPhysician'])
    await db.schema.alterTable('study').addColumn(name, 'text', withDefault('')).execute()
}

async function receivers({ table }: SchemaBuilder) {
  await table('dicomReceiver', (receiver) =>
    receiver
      .addColumn('clinicId', 'bigint', (id) => id.primaryKey().references('clinic.id'))
      .addColumn('callingTitles', 'json', required),
  )
}

async function sends({ tableWithId, unique, index }: SchemaBuilder) {
  await tableWithId('dicomSend', (send) =>
    send
      .addColumn('clinicId', 'bigint', references('clinic'))
      // Deleting a server deletes its queue.
      .addColumn('dicomServerId', 'bigint', references('dicomServer', 'cascade'))
      .addColumn('imageId', 'bigint', required)
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('isAutomatic', 'boolean', flag(false))
      .addColumn('state', 'text', required)
      .addColumn('attempts', 'integer', withDefault(0))
      .addColumn('errorCode', 'text')
      .addColumn('errorValues', 'json')
      .addColumn('createdOn', 'text', required)
      .addColumn('nextTryOn', 'text')
      .addColumn('finishedOn', 'text')
      .$call(sameClinic('imageId', 'image')),
  )
  // An image is queued for a server only once, however often it is requested.
  await unique('dicomSend', 'dicomServerId', 'imageId')
  await index('dicomSend', 'clinicId', 'createdOn desc')
  await index('dicomSend', 'dicomServerId', 'state', 'nextTryOn')
}

async function shares({ table, tableWithId, unique, index }: SchemaBuilder) {
  await tableWithId('share', (share) =>
    share
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('studyId', 'bigint', required)
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('tokenHash', 'text', required)
      .addColumn('pinHash', 'text')
      .addColumn('wrongPins', 'integer', withDefault(0))
      .addColumn('createdOn', 'text', required)
      .addColumn('expiresOn', 'text', required)
      .addColumn('revokedOn', 'text')
      .addColumn('recipients', 'json', required)
      .addColumn('opened', 'integer', withDefault(0))
      .addColumn('lastOpenedOn', 'text')
      .$call(sameClinic('studyId', 'study')),
  )
  await unique('share', 'clinicId', 'id')
  await unique('share', 'tokenHash')
  await index('share', 'studyId')
  await table('shareImage', (image) =>
    image
      .addColumn('shareId', 'bigint', required)
      .addColumn('imageId', 'bigint', required)
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addPrimaryKeyConstraint('pk:shareImage', ['shareId', 'imageId'])
      .$call(sameClinic('shareId', 'share'))
      .$call(sameClinic('imageId', 'image')),
  )
}
