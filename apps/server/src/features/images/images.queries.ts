import type { ImageId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'

/** In the order in which they were taken. */
export function ofStudy(db: ClinicDb, studyId: StudyId, isRejected: boolean | undefined) {
  const images = db
    .selectFrom('image')
    .selectAll()
    .where('image.studyId', '=', studyId)
    // Reports and measurements that came with a study are no images.
    .where('image.hasPixels', '=', true)
  return (isRejected === undefined ? images : images.where('image.isRejected', '=', isRejected))
    .orderBy('image.createdOn')
    .orderBy('image.id')
    .execute()
}

export const findFile = (db: ClinicDb, id: ImageId) =>
  db
    .selectFrom('image')
    .select([
      'image.id',
      'image.filePath',
      'image.sha256',
      'image.byteLength',
      'image.sopInstanceUID',
    ])
    .where('image.id', '=', id)
    .executeTakeFirst()
