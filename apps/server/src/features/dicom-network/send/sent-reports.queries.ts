import type { ImageId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'

/**
 * The stored versions of reports. A PDF that was made before its study was given to another patient
 * has the name of the former one and is never sent.
 */
const selectVersions = (db: ClinicDb) =>
  db
    .selectFrom('studyReport')
    .innerJoin('image', 'image.id', 'studyReport.imageId')
    .innerJoin('study', 'study.id', 'studyReport.studyId')
    .where('image.isRejected', '=', false)
    .where('study.isDeleted', '=', false)
    .where((eb) =>
      eb.or([
        eb('studyReport.patientDatabaseId', 'is', null),
        eb('studyReport.patientDatabaseId', '=', eb.ref('study.patientId')),
      ]),
    )

/** The versions of the report of a study that have never been sent automatically, oldest first. */
export const listNewVersions = (db: ClinicDb, studyId: StudyId) =>
  selectVersions(db)
    .select('image.id')
    .where('studyReport.studyId', '=', studyId)
    .where('image.isAutoSent', '=', false)
    .orderBy('studyReport.version')
    .execute()

/** The newest version of the report of each study that these images show. */
export async function listNewestVersions(
  db: ClinicDb,
  imageIds: readonly ImageId[],
): Promise<ImageId[]> {
  const rows = await selectVersions(db)
    .select(['image.id', 'studyReport.studyId'])
    .where('studyReport.studyId', 'in', (eb) =>
      eb
        .selectFrom('image as shown')
        .select('shown.studyId')
        .where('shown.id', 'in', [...imageIds])
        .where('shown.hasPixels', '=', true),
    )
    .orderBy('studyReport.version')
    .execute()
  return [...new Map(rows.map(({ studyId, id }) => [studyId, id])).values()]
}

/** Whether a report of another patient is among these objects. */
export const hasReportOfOtherPatient = async (
  db: ClinicDb,
  imageIds: readonly ImageId[],
): Promise<boolean> =>
  (await db
    .selectFrom('studyReport')
    .innerJoin('study', 'study.id', 'studyReport.studyId')
    .select('studyReport.id')
    .where('studyReport.imageId', 'in', [...imageIds])
    .where('studyReport.patientDatabaseId', 'is not', null)
    .where('studyReport.patientDatabaseId', '!=', (eb) => eb.ref('study.patientId'))
    .limit(1)
    .executeTakeFirst()) !== undefined
