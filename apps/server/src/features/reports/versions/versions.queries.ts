import type { ClinicId, ImageId, PatientId, StudyId, StudyReportId, UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import type { StudyReportTable } from '../../../db/report-tables.ts'

const select = (db: ClinicDb) =>
  db
    .selectFrom('studyReport')
    .innerJoin('study', 'study.id', 'studyReport.studyId')
    .innerJoin('user', 'user.id', 'studyReport.userId')
    .selectAll('studyReport')
    .select([
      'study.patientId as studyPatientId',
      'study.isDeleted as isStudyDeleted',
      'user.username',
    ])

export const find = (db: ClinicDb, id: StudyReportId) =>
  select(db).where('studyReport.id', '=', id).executeTakeFirst()
export type ReportRow = NonNullable<Awaited<ReturnType<typeof find>>>

/** The versions of a study, the newest first; none that is not stored yet. */
export const listOfStudy = (db: ClinicDb, studyId: StudyId) =>
  select(db)
    .where('studyReport.studyId', '=', studyId)
    .where('studyReport.imageId', 'is not', null)
    .orderBy('studyReport.version', 'desc')
    .execute()

export const findByKey = (db: ClinicDb, clinicId: ClinicId, requestKey: string) =>
  select(db)
    .where('studyReport.clinicId', '=', clinicId)
    .where('studyReport.requestKey', '=', requestKey)
    .executeTakeFirst()

/** The version with these bytes, whether this server made them or not. */
export const findByHash = (db: ClinicDb, studyId: StudyId, sha256: string) =>
  select(db)
    .where('studyReport.studyId', '=', studyId)
    .where('studyReport.sha256', '=', sha256)
    .orderBy('studyReport.version')
    .limit(1)
    .executeTakeFirst()

export async function findLastVersion(db: ClinicDb, studyId: StudyId): Promise<number> {
  const { last } = await db
    .selectFrom('studyReport')
    .select(({ fn }) => fn.max('studyReport.version').as('last'))
    .where('studyReport.studyId', '=', studyId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** The newest version before this one. */
export const findPredecessor = (db: ClinicDb, studyId: StudyId, version: number) =>
  db
    .selectFrom('studyReport')
    .select('studyReport.sopInstanceUID')
    .where('studyReport.studyId', '=', studyId)
    .where('studyReport.version', '<', version)
    .where('studyReport.sopInstanceUID', '!=', '')
    .orderBy('studyReport.version', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insert = (db: ClinicDb, report: Insertable<StudyReportTable>) =>
  db.insertInto('studyReport', report).returning('id').executeTakeFirstOrThrow()

/** The patients of images now, by the id of the image. */
export async function listShownPatients(
  db: ClinicDb,
  ids: readonly ImageId[],
): Promise<ReadonlyMap<ImageId, PatientId>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select(['image.id', 'study.patientId'])
    .where('image.id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, patientId }) => [id, patientId]))
}

/** Records the stored object of a version. False if a concurrent attempt has recorded it. */
export async function setImage(
  db: ClinicDb,
  id: StudyReportId,
  imageId: ImageId,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('studyReport')
    .set({ imageId })
    .where('studyReport.id', '=', id)
    .where('studyReport.imageId', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Unscoped, because an administrator of all clinics belongs to none. */
export const findAuthor = (db: ClinicDb, id: UserId) =>
  db.unscopedDb
    .selectFrom('user')
    .select(['user.username', 'user.firstName', 'user.lastName'])
    .where('user.id', '=', id)
    .executeTakeFirstOrThrow()

/** Which of these paths are PDFs of a report of a study or of a case; a sweep concerns every clinic. */
export async function listKnownPdfs(
  unscopedDb: UnscopedDb,
  paths: readonly string[],
): Promise<readonly string[]> {
  const known: string[] = []
  for (let at = 0; at < paths.length; at += 500)
    for (const table of ['studyReport', 'caseReport'] as const) {
      const rows = await unscopedDb
        .selectFrom(table)
        .select('filePath')
        .where('filePath', 'in', paths.slice(at, at + 500))
        .execute()
      known.push(...rows.map(({ filePath }) => filePath))
    }
  return known
}
