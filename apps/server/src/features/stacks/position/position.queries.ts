import type { PositionCorrection, StudyId, UserId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { PositionCorrectionTable } from '../../../db/slice-tables.ts'

export async function findCorrection(
  db: ClinicDb,
  studyId: StudyId,
): Promise<PositionCorrection | null> {
  const found = await db
    .selectFrom('positionCorrection')
    .select([
      'positionCorrection.actual',
      'positionCorrection.correctedBy',
      'positionCorrection.correctedOn',
    ])
    .where('positionCorrection.studyId', '=', studyId)
    .executeTakeFirst()
  if (!found) return null
  const { actual, correctedBy, correctedOn: correctedAt } = found
  return { actual, correctedBy, correctedAt }
}

export const removeCorrection = (db: ClinicDb, studyId: StudyId) =>
  db.deleteFrom('positionCorrection').where('positionCorrection.studyId', '=', studyId).execute()

export const insertCorrection = (db: ClinicDb, correction: PositionCorrectionTable) =>
  db.insertInto('positionCorrection', correction).execute()

/** The user may belong to no clinic of the study. */
export async function findUserName(db: ClinicDb, id: UserId): Promise<string> {
  const user = await db.unscopedDb
    .selectFrom('user')
    .select(['user.firstName', 'user.lastName'])
    .where('user.id', '=', id)
    .executeTakeFirst()
  return [user?.firstName, user?.lastName].join(' ').trim()
}
