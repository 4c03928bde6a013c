import type { ImageId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { AnnotationCorrectionTable } from '../../../db/capture-tables.ts'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { ImageTable } from '../../../db/image-tables.ts'

/** The image with its study, its exposure, and the raw frame from which this product made it. */
export const find = (db: ClinicDb, id: ImageId) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .innerJoin('clinic', 'clinic.id', 'image.clinicId')
    .leftJoin('imageExposure', 'imageExposure.imageId', 'image.id')
    .leftJoin('rawFrame', 'rawFrame.imageId', 'image.id')
    .selectAll('image')
    .select([
      'study.userId as studyUserId',
      'patient.speciesId',
      'clinic.clinicType',
      'imageExposure.exposureIndex',
      'imageExposure.deviationIndex',
      'rawFrame.info as frameInfo',
    ])
    .where('image.id', '=', id)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()

export const setSize = (db: ClinicDb, id: ImageId, animalSize: ImageTable['animalSize']) =>
  db.updateTable('image').set({ animalSize }).where('image.id', '=', id).execute()

export const setDeviationIndex = (db: ClinicDb, id: ImageId, deviationIndex: number | null) =>
  db
    .updateTable('imageExposure')
    .set({ deviationIndex })
    .where('imageExposure.imageId', '=', id)
    .execute()

export const insertCorrection = (db: ClinicDb, row: Insertable<AnnotationCorrectionTable>) =>
  db.insertInto('annotationCorrection', row).execute()
