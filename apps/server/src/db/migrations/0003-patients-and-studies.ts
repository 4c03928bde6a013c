import {
  flag,
  mayReference,
  references,
  required,
  sameClinic,
  withDefault,
} from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

export async function patientsAndStudies({ tableWithId, unique, index }: SchemaBuilder) {
  await tableWithId('breed', (breed) =>
    breed
      .addColumn('name', 'text', required)
      .addColumn('speciesId', 'integer', required)
      .addColumn('code', 'text'),
  )
  await unique('breed', 'speciesId', 'name')

  await tableWithId('owner', (owner) =>
    owner
      .addColumn('name', 'text', required)
      .addColumn('search', 'text', required)
      .addColumn('address', 'text', required)
      // Null if there is none, so that the unique index allows many owners without one.
      .addColumn('phone', 'text')
      .addColumn('email', 'text')
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('createdOn', 'text', required)
      .addColumn('status', 'text', withDefault('Active')),
  )
  await unique('owner', 'clinicId', 'id')
  await unique('owner', 'clinicId', 'phone')
  await unique('owner', 'clinicId', 'email')
  await index('owner', 'clinicId', 'search')

  await tableWithId('patient', (patient) =>
    patient
      .addColumn('patientId', 'text', required)
      .addColumn('name', 'text', required)
      .addColumn('search', 'text', required)
      .addColumn('speciesId', 'integer')
      .addColumn('sex', 'text')
      .addColumn('accessionCode', 'text', required)
      .addColumn('birthDate', 'text')
      .addColumn('neutered', 'boolean', flag(false))
      .addColumn('breedId', 'bigint', mayReference('breed'))
      .addColumn('description', 'text', required)
      .addColumn('ownerId', 'bigint')
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('createdOn', 'text', required)
      .addColumn('status', 'text', withDefault('Active'))
      .$call(sameClinic('ownerId', 'owner')),
  )
  await unique('patient', 'clinicId', 'id')
  await unique('patient', 'clinicId', 'patientId')
  await unique('patient', 'clinicId', 'accessionCode')
  await index('patient', 'clinicId', 'search')
  await index('patient', 'ownerId')

  await tableWithId('study', (study) =>
    study
      .addColumn('patientId', 'bigint', required)
      .addColumn('createdOn', 'text', required)
      .addColumn('studyInstanceUID', 'text', required)
      .addColumn('sopInstanceUID', 'text', required)
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('isDeleted', 'boolean', flag(false))
      .addColumn('modality', 'text', required)
      .$call(sameClinic('patientId', 'patient')),
  )
  await unique('study', 'clinicId', 'id')
  await unique('study', 'clinicId', 'studyInstanceUID')
  // Newest first with the id as tie-break: the order of every study list, page by page.
  await index('study', 'clinicId', 'createdOn desc', 'id desc')
  await index('study', 'patientId', 'createdOn desc')

  await tableWithId('studyAnnotation', (annotation) =>
    annotation
      .addColumn('studyId', 'bigint', required)
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('bodyPart', 'text', required)
      .addColumn('bodyPartView', 'text', required)
      .addColumn('animalSize', 'text')
      .addColumn('createdOn', 'text', required)
      .$call(sameClinic('studyId', 'study')),
  )
  await unique('studyAnnotation', 'studyId', 'bodyPart', 'bodyPartView')

  await tableWithId('studyReport', (report) =>
    report
      .addColumn('studyId', 'bigint', required)
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('fileName', 'text', required)
      .addColumn('filePath', 'text', required)
      .addColumn('createdOn', 'text', required)
      .$call(sameClinic('studyId', 'study')),
  )
  await index('studyReport', 'studyId')
}
