import { caseStatus } from '@talus/contract'
import type { ClinicId, PatientId, StudyId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { StudyTable } from '../../db/tables.ts'
import type { DayBounds } from '../../time/day-bounds.ts'
import { findSeriesModalities } from './series-modalities.queries.ts'

export const find = (db: ClinicDb, id: StudyId) =>
  db.selectFrom('study').selectAll().where('study.id', '=', id).executeTakeFirst()

export async function listOfPatient(db: ClinicDb, patientId: PatientId) {
  const studies = await db
    .selectFrom('study')
    .selectAll()
    .where('study.patientId', '=', patientId)
    .orderBy('study.createdOn', 'desc')
    .orderBy('study.id', 'desc')
    .execute()
  const modalities = await findSeriesModalities(
    db.unscopedDb,
    studies.map(({ id }) => id),
  )
  return studies.map((study) => ({ ...study, seriesModalities: modalities.get(study.id) ?? [] }))
}

/** Without a clinic, days are those of UTC. */
export async function findTimeZone(db: ClinicDb, clinicId: ClinicId | null): Promise<string> {
  if (clinicId === null) return 'UTC'
  const clinic = await db
    .selectFrom('clinic')
    .select('clinic.timeZone')
    .where('clinic.id', '=', clinicId)
    .executeTakeFirst()
  return clinic?.timeZone ?? 'UTC'
}

export const findByUid = (db: ClinicDb, studyInstanceUID: string) =>
  db
    .selectFrom('study')
    .selectAll()
    .where('study.studyInstanceUID', '=', studyInstanceUID)
    .executeTakeFirst()

/** CT and MR studies are imported: no radiograph is added to them. */
export const findNewestOfDay = (db: ClinicDb, patientId: PatientId, { start, end }: DayBounds) =>
  db
    .selectFrom('study')
    .selectAll()
    .where('study.patientId', '=', patientId)
    .where('study.createdOn', '>=', start)
    .where('study.createdOn', '<', end)
    .where('study.isDeleted', '=', false)
    .where('study.modality', 'not in', ['CT', 'MR'])
    .orderBy('study.createdOn', 'desc')
    .orderBy('study.id', 'desc')
    .executeTakeFirst()

export const insert = (db: ClinicDb, study: Insertable<StudyTable>) =>
  db.insertInto('study', study).returningAll().executeTakeFirstOrThrow()

/**
 * Resolves with undefined if the study is in that state already, so that of two concurrent calls
 * only one has an effect.
 */
export const setDeleted = (db: ClinicDb, id: StudyId, isDeleted: boolean) =>
  db
    .updateTable('study')
    .set({ isDeleted })
    .where('study.id', '=', id)
    .where('study.isDeleted', '=', !isDeleted)
    .returningAll()
    .executeTakeFirst()

/** A case keeps its study from being deleted until it is answered, cancelled or deleted. */
export const findOpenCase = (db: ClinicDb, id: StudyId) =>
  db
    .selectFrom('radCase')
    .select('radCase.id')
    .where('radCase.studyId', '=', id)
    .where('radCase.isDeleted', '=', false)
    .where('radCase.status', 'not in', [caseStatus.finalized, caseStatus.cancelled])
    .executeTakeFirst()

export const findPatient = (db: ClinicDb, id: PatientId) =>
  db
    .selectFrom('patient')
    .select(['patient.id', 'patient.name', 'patient.mergedIntoId'])
    .where('patient.id', '=', id)
    .executeTakeFirst()
