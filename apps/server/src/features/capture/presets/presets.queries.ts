import type { ImageId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'

/** An image with its raw data, if there are any, and the species of the patient. */
export const find = (db: ClinicDb, id: ImageId) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .leftJoin('rawFrame', 'rawFrame.imageId', 'image.id')
    .select([
      'image.id',
      'image.clinicId',
      'image.bodyPart',
      'image.bodyPartView',
      'image.filePath',
      'image.sha256',
      'image.byteLength',
      'image.sopInstanceUID',
      'patient.speciesId',
      'rawFrame.filePath as rawPath',
      'rawFrame.sha256 as rawSha256',
      'rawFrame.info',
      'rawFrame.preset',
    ])
    .where('image.id', '=', id)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()

export type ImageRow = NonNullable<Awaited<ReturnType<typeof find>>>
