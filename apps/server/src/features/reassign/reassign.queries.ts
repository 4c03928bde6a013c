import { caseStatus } from '@talus/contract'
import type { OwnerId, PatientId, ReassignmentId, StudyId, UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { ReassignmentTable } from '../../db/reassign-tables.ts'

export const insert = (db: ClinicDb, row: Insertable<ReassignmentTable>) =>
  db.insertInto('reassignment', row).returning('id').executeTakeFirstOrThrow()

const select = (db: ClinicDb) =>
  db
    .selectFrom('reassignment')
    .innerJoin('user', 'user.id', 'reassignment.userId')
    .leftJoin('user as undoer', 'undoer.id', 'reassignment.undoneById')
    .selectAll('reassignment')
    .select(['user.username', 'undoer.username as undoneBy'])

export const find = (db: ClinicDb, id: ReassignmentId) =>
  select(db).where('reassignment.id', '=', id).executeTakeFirst()

/** The later merges and moves that have not been undone, the newest first. */
export const listAfter = (db: ClinicDb, id: ReassignmentId) =>
  select(db)
    .where('reassignment.id', '>', id)
    .where('reassignment.undoneOn', 'is', null)
    .orderBy('reassignment.id', 'desc')
    .execute()

export const listOfPatient = (db: ClinicDb, id: PatientId) =>
  select(db)
    .where((eb) =>
      eb.or([eb('reassignment.patientId', '=', id), eb('reassignment.otherPatientId', '=', id)]),
    )
    .orderBy('reassignment.id', 'desc')
    .execute()

/** The merges and moves that may have given a study its present patient. */
export const listMoves = (db: ClinicDb, studyId: StudyId, patientId: PatientId) =>
  db
    .selectFrom('reassignment')
    .select(['reassignment.createdOn', 'reassignment.undoneOn', 'reassignment.changes'])
    .where((eb) =>
      eb.or([
        eb('reassignment.studyId', '=', studyId),
        eb.and([
          eb('reassignment.kind', '=', 'merge-patients'),
          eb.or([
            eb('reassignment.patientId', '=', patientId),
            eb('reassignment.otherPatientId', '=', patientId),
          ]),
        ]),
      ]),
    )
    .execute()

export const listOfOwner = (db: ClinicDb, id: OwnerId) =>
  select(db)
    .where((eb) =>
      eb.or([eb('reassignment.ownerId', '=', id), eb('reassignment.otherOwnerId', '=', id)]),
    )
    .orderBy('reassignment.id', 'desc')
    .execute()

/** Returns false if it was undone already, so that only one of two concurrent calls has an effect. */
export async function setUndone(
  db: ClinicDb,
  id: ReassignmentId,
  { undoneOn, undoneById }: { readonly undoneOn: string; readonly undoneById: UserId },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reassignment')
    .set({ undoneOn, undoneById })
    .where('reassignment.id', '=', id)
    .where('reassignment.undoneOn', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The cases of studies; those that a radiologist still works on keep their studies in place. */
export const listCases = (db: ClinicDb, studyIds: readonly StudyId[]) =>
  db
    .selectFrom('radCase')
    .select(['radCase.id', 'radCase.status', 'radCase.patientId', 'radCase.ownerId'])
    .where('radCase.studyId', 'in', studyIds)
    .where('radCase.isDeleted', '=', false)
    .where('radCase.status', '<>', caseStatus.cancelled)
    .execute()

/** The newest records of the clinic; 0 if there are none. */
export async function findNewest(db: ClinicDb) {
  const study = await db
    .selectFrom('study')
    .select('study.id')
    .orderBy('study.id', 'desc')
    .executeTakeFirst()
  const patient = await db
    .selectFrom('patient')
    .select('patient.id')
    .orderBy('patient.id', 'desc')
    .executeTakeFirst()
  return { studyId: study?.id ?? 0, patientId: patient?.id ?? 0 }
}

/** The studies of a patient that are newer than another one, with the claims of received ones. */
export const listStudiesAfter = (db: ClinicDb, patientId: PatientId, afterId: StudyId) =>
  db
    .selectFrom('study')
    .select(['study.id', 'study.claim', 'study.isDeleted'])
    .where('study.patientId', '=', patientId)
    .where('study.id', '>', afterId)
    .orderBy('study.id')
    .execute()

/** The animals of an owner that are newer than another one, with the claims of their first study. */
export async function listPatientsAfter(db: ClinicDb, ownerId: OwnerId, afterId: PatientId) {
  const patients = await db
    .selectFrom('patient')
    .select('patient.id')
    .where('patient.ownerId', '=', ownerId)
    .where('patient.id', '>', afterId)
    .orderBy('patient.id')
    .execute()
  const found = []
  for (const { id } of patients) {
    const study = await db
      .selectFrom('study')
      .select('study.claim')
      .where('study.patientId', '=', id)
      .orderBy('study.id')
      .executeTakeFirst()
    found.push({ id, claim: study?.claim ?? null })
  }
  return found
}
