import { flag, mayReference, references, required, sameClinic } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

export async function cases({ tableWithId, index }: SchemaBuilder) {
  await tableWithId('radCase', (radCase) =>
    radCase
      .addColumn('status', 'integer', required)
      .addColumn('studyId', 'bigint')
      .addColumn('patientId', 'bigint')
      .addColumn('ownerId', 'bigint')
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('breedId', 'bigint', mayReference('breed'))
      .addColumn('referringVeterinarianId', 'bigint')
      .addColumn('requesterId', 'bigint', references('user'))
      .addColumn('radiologistId', 'bigint', mayReference('user'))
      .addColumn('patientName', 'text', required)
      .addColumn('ownerName', 'text', required)
      .addColumn('phone', 'text', required)
      .addColumn('address', 'text', required)
      .addColumn('speciesId', 'integer')
      .addColumn('sex', 'boolean')
      .addColumn('neutered', 'boolean', flag(false))
      .addColumn('spayed', 'boolean', flag(false))
      .addColumn('weight', 'double precision')
      .addColumn('weightUnit', 'text', required)
      .addColumn('birthDate', 'text')
      .addColumn('clinicHistory', 'text', required)
      .addColumn('additionalNotes', 'text', required)
      .addColumn('studyTypes', 'text', required)
      .addColumn('modality', 'text', required)
      .addColumn('priority', 'text', required)
      .addColumn('findings', 'text', required)
      .addColumn('interpretation', 'text', required)
      .addColumn('internalMedicineRecommandations', 'text', required)
      .addColumn('signature', 'text', required)
      .addColumn('notes', 'text', required)
      .addColumn('createdOn', 'text', required)
      .addColumn('submitOn', 'text')
      .addColumn('isDeleted', 'boolean', flag(false))
      .addColumn('requestMoreInfoMessage', 'text', required)
      .$call(sameClinic('studyId', 'study'))
      .$call(sameClinic('patientId', 'patient'))
      .$call(sameClinic('ownerId', 'owner'))
      .$call(sameClinic('referringVeterinarianId', 'doctor')),
  )
  await index('radCase', 'status', 'submitOn')
  await index('radCase', 'clinicId', 'status')
  await index('radCase', 'studyId')
  await index('radCase', 'radiologistId', 'status')

  await tableWithId('caseFile', (file) =>
    file
      .addColumn('caseId', 'bigint', references('radCase'))
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('fileName', 'text', required)
      .addColumn('filePath', 'text')
      .addColumn('imageId', 'bigint')
      .addColumn('isFromReceiver', 'boolean', required)
      .addColumn('createdOn', 'text', required)
      .$call(sameClinic('imageId', 'image')),
  )
  await index('caseFile', 'caseId')
}
