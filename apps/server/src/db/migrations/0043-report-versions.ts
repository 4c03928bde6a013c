import { flag, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** The versions of the reports of studies. */
export async function reportVersions({ db, index, unique }: SchemaBuilder) {
  const add = (name: string, type: 'text' | 'integer' | 'bigint') =>
    db.schema.alterTable('studyReport').addColumn(name, type).execute()
  const addWithDefault = (name: string, type: 'text' | 'integer', value: string | number) =>
    db.schema.alterTable('studyReport').addColumn(name, type, withDefault(value)).execute()
  const addFlag = (name: string) =>
    db.schema.alterTable('studyReport').addColumn(name, 'boolean', flag(false)).execute()
  await addWithDefault('version', 'integer', 1)
  // Null until the DICOM object is stored.
  await add('imageId', 'bigint')
  await addWithDefault('sopInstanceUID', 'text', '')
  await addWithDefault('sha256', 'text', '')
  await addWithDefault('byteLength', 'integer', 0)
  await addFlag('isForeign')
  await addFlag('isVerified')
  // The patient whose name is in the PDF; null for a foreign one.
  await add('patientDatabaseId', 'bigint')
  // The UIDs of the images that the PDF shows.
  await addWithDefault('sources', 'text', '[]')
  await add('document', 'text')
  await add('requestKey', 'text')
  await index('studyReport', 'imageId')
  await unique('studyReport', 'studyId', 'version')
  await unique('studyReport', 'clinicId', 'requestKey')
}
