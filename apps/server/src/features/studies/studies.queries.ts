import { caseStatus } from '@talus/contract'
import type { ClinicId, PatientId, StudyId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { StudyTable } from '../../db/tables.ts'
import type { DayBounds } from '../../time/day-bounds.ts'

export const find = (db: ClinicDb, id: StudyId) =>
  db.selectFrom('study').selectAll().where('study.id', '=', id).executeTakeFirst()

export const listOfPatient = (db: ClinicDb, patientId: PatientId) =>
  db
    .selectFrom('study')
    .selectAll()
    .where('study.patientId', '=', patientId)
    .orderBy('study.createdOn', 'desc')
    .orderBy('study.id', 'desc')
    .execute()

/** Where no clinic is meant, days are those of Greenwich. */
export async function timeZoneOf(db: ClinicDb, clinicId: ClinicId | null): Promise<string> {
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

/** Stacks are imported; nobody adds a radiograph to them. */
export const newestOfDay = (db: ClinicDb, patientId: PatientId, { start, end }: DayBounds) =>
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

/** Nothing where it was so already: of two who do the same, one has done it. */
export const setDeleted = (db: ClinicDb, id: StudyId, isDeleted: boolean) =>
  db
    .updateTable('study')
    .set({ isDeleted })
    .where('study.id', '=', id)
    .where('study.isDeleted', '=', !isDeleted)
    .returningAll()
    .executeTakeFirst()

/** Only a case that was cancelled or deleted lets go of its study. */
export const openCase = (db: ClinicDb, id: StudyId) =>
  db
    .selectFrom('radCase')
    .select('radCase.id')
    .where('radCase.studyId', '=', id)
    .where('radCase.isDeleted', '=', false)
    .where('radCase.status', '<>', caseStatus.cancelled)
    .executeTakeFirst()

export const findPatient = (db: ClinicDb, id: PatientId) =>
  db
    .selectFrom('patient')
    .select(['patient.id', 'patient.name'])
    .where('patient.id', '=', id)
    .executeTakeFirst()
