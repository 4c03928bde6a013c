import type { CaseId, CriticalFindingId, Instant, UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { CaseCriticalTable } from '../../../db/case-tables.ts'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'

/** All critical findings of a case, the oldest first. */
export const listOfCase = (db: ClinicDb, caseId: CaseId) =>
  db
    .selectFrom('caseCritical')
    .selectAll()
    .where('caseCritical.caseId', '=', caseId)
    .orderBy('caseCritical.id')
    .execute()

export const insertFinding = (unscopedDb: UnscopedDb, finding: Insertable<CaseCriticalTable>) =>
  unscopedDb.insertInto('caseCritical').values(finding).execute()

export const setAcknowledged = (
  unscopedDb: UnscopedDb,
  id: CriticalFindingId,
  by: { readonly acknowledgedById: UserId; readonly acknowledgedOn: Instant },
) =>
  unscopedDb
    .updateTable('caseCritical')
    .set(by)
    .where('id', '=', id)
    .where('acknowledgedOn', 'is', null)
    .execute()

export const listOpen = (db: ClinicDb) =>
  db
    .selectFrom('caseCritical')
    .innerJoin('radCase', 'radCase.id', 'caseCritical.caseId')
    .leftJoin('study', 'study.id', 'radCase.studyId')
    .leftJoin('patient', 'patient.id', 'study.patientId')
    .select([
      'caseCritical.id',
      'caseCritical.caseId',
      'caseCritical.text',
      'caseCritical.authorId',
      'caseCritical.createdOn',
      'radCase.clinicId',
      'radCase.status',
      'radCase.radiologistId',
      'radCase.patientName',
      'radCase.speciesId',
      'radCase.sex',
      'radCase.birthDate',
      'patient.patientId as registeredId',
      'patient.name as registeredName',
      'patient.speciesId as registeredSpeciesId',
      'patient.sex as registeredSex',
      'patient.birthDate as registeredBirthDate',
    ])
    .where('caseCritical.acknowledgedOn', 'is', null)
    .where('radCase.isDeleted', '=', false)
    .orderBy('caseCritical.createdOn')
    .orderBy('caseCritical.id')
    .limit(100)
    .execute()
