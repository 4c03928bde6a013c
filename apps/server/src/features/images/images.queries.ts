import type { ImageId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'

/** An image with what is known of its exposure, and of the raw data behind it. */
const shown = (db: ClinicDb) =>
  db
    .selectFrom('image')
    .leftJoin('imageExposure', 'imageExposure.imageId', 'image.id')
    .leftJoin('rawFrame', 'rawFrame.imageId', 'image.id')
    .selectAll('image')
    .select([
      'imageExposure.exposureIndex',
      'imageExposure.deviationIndex',
      'rawFrame.look',
      'rawFrame.isRecovered',
    ])

type Raw = { readonly isRecovered: boolean | null; readonly look: string | null }
/** An image from elsewhere has no raw data that could have come late or be processed again. */
const told = <Row extends Raw>(row: Row) => ({
  ...row,
  isRecovered: row.isRecovered ?? false,
  look: row.look || null,
})

export async function findShown(db: ClinicDb, id: ImageId) {
  const found = await shown(db).where('image.id', '=', id).executeTakeFirst()
  return found && told(found)
}

/** In the order in which they were taken; none of a deleted study. */
export async function ofStudy(db: ClinicDb, studyId: StudyId, isRejected: boolean | undefined) {
  const images = shown(db)
    .innerJoin('study', 'study.id', 'image.studyId')
    .where('study.isDeleted', '=', false)
    .where('image.studyId', '=', studyId)
    // Reports and measurements that came with a study are no images.
    .where('image.hasPixels', '=', true)
  const wanted =
    isRejected === undefined ? images : images.where('image.isRejected', '=', isRejected)
  const rows = await wanted.orderBy('image.createdOn').orderBy('image.id').execute()
  return rows.map(told)
}

/** To be shown or given out, which what is deleted is not. */
export const findFile = (db: ClinicDb, id: ImageId) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select([
      'image.id',
      'image.filePath',
      'image.sha256',
      'image.byteLength',
      'image.sopInstanceUID',
    ])
    .where('image.id', '=', id)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()
