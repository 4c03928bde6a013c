import type { ImageId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'

/** An image with what is known of its exposure, and of the raw data behind it. */
const shown = (db: ClinicDb) =>
  db
    .selectFrom('image')
    .leftJoin('imageExposure', 'imageExposure.imageId', 'image.id')
    .leftJoin('rawFrame', 'rawFrame.imageId', 'image.id')
    .selectAll('image')
    .select((eb) => [
      'imageExposure.exposureIndex',
      'imageExposure.deviationIndex',
      'rawFrame.look',
      eb.fn.coalesce('rawFrame.isRecovered', eb.val(false)).as('isRecovered'),
    ])

export const findShown = (db: ClinicDb, id: ImageId) =>
  shown(db).where('image.id', '=', id).executeTakeFirst()

/** In the order in which they were taken. */
export function ofStudy(db: ClinicDb, studyId: StudyId, isRejected: boolean | undefined) {
  const images = shown(db)
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
