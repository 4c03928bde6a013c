import type { StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'

/** How the images of a study were left in the viewer; undefined if none was changed. */
export const findViewerState = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('viewerState')
    .select(['viewerState.viewportState', 'viewerState.cropState', 'viewerState.toolState'])
    .where('viewerState.studyId', '=', studyId)
    .executeTakeFirst()
