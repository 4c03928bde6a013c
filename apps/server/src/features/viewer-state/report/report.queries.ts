import type { ImageId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'

export const findStudy = (db: ClinicDb, id: StudyId) =>
  db
    .selectFrom('study')
    .innerJoin('clinic', 'clinic.id', 'study.clinicId')
    .select([
      'study.id',
      'study.clinicId',
      'study.createdOn as startedAt',
      'study.studyInstanceUID',
      'clinic.timeZone',
    ])
    .where('study.id', '=', id)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()

export const findState = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('viewerState')
    .select([
      'viewerState.toolState',
      'viewerState.authors',
      'viewerState.reported',
      'viewerState.version',
      'viewerState.savedOn',
    ])
    .where('viewerState.studyId', '=', studyId)
    .executeTakeFirst()

/** The images of a study that are shown, with the attributes of their files. */
export const listImages = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('image')
    .leftJoin('imageHeader', 'imageHeader.imageId', 'image.id')
    .select(['image.id', 'image.sopInstanceUID', 'imageHeader.json'])
    .where('image.studyId', '=', studyId)
    .where('image.hasPixels', '=', true)
    .where('image.isRejected', '=', false)
    .orderBy('image.createdOn')
    .orderBy('image.id')
    .execute()

/** The objects of a series, newest first. */
export const listSeries = (db: ClinicDb, studyId: StudyId, seriesInstanceUID: string) =>
  db
    .selectFrom('image')
    .select(['image.id', 'image.sopInstanceUID', 'image.createdOn'])
    .where('image.studyId', '=', studyId)
    .where('image.seriesInstanceUID', '=', seriesInstanceUID)
    .orderBy('image.id', 'desc')
    .execute()

export const setReported = (db: ClinicDb, studyId: StudyId, reported: string) =>
  db
    .updateTable('viewerState')
    .set({ reported })
    .where('viewerState.studyId', '=', studyId)
    .execute()

/** The studies of these images. */
export const listStudies = async (db: ClinicDb, imageIds: readonly ImageId[]) => {
  const rows = await db
    .selectFrom('image')
    .select('image.studyId')
    .distinct()
    .where('image.id', 'in', imageIds)
    .execute()
  return rows.map(({ studyId }) => studyId)
}
