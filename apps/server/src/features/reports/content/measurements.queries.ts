import type { StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'

export const findDrawings = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('viewerState')
    .select('viewerState.toolState')
    .where('viewerState.studyId', '=', studyId)
    .executeTakeFirst()

/** The images of a study that are shown, in the order of their capture. */
export const listShownImages = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('image')
    .select(['image.id', 'image.bodyPart', 'image.bodyPartView'])
    .where('image.studyId', '=', studyId)
    .where('image.hasPixels', '=', true)
    .where('image.isRejected', '=', false)
    .orderBy('image.createdOn')
    .orderBy('image.id')
    .execute()
export type ShownImage = Awaited<ReturnType<typeof listShownImages>>[number]
