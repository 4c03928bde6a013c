import type { ImageId, PatientId, StudyId, UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import type { ViewerStateTable } from '../../db/image-tables.ts'

export const findStudy = (db: ClinicDb, id: StudyId) =>
  db
    .selectFrom('study')
    .innerJoin('clinic', 'clinic.id', 'study.clinicId')
    .select(['study.id', 'study.clinicId', 'study.isDeleted', 'clinic.clinicType'])
    .where('study.id', '=', id)
    .executeTakeFirst()

export const findPatient = (db: ClinicDb, id: PatientId) =>
  db
    .selectFrom('patient')
    .innerJoin('clinic', 'clinic.id', 'patient.clinicId')
    .select(['patient.id', 'clinic.clinicType'])
    .where('patient.id', '=', id)
    .executeTakeFirst()

export const find = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('viewerState')
    .select([
      'viewerState.viewportState',
      'viewerState.cropState',
      'viewerState.toolState',
      'viewerState.authors',
      'viewerState.version',
    ])
    .where('viewerState.studyId', '=', studyId)
    .executeTakeFirst()

/** All images of a study; clients do not see the rejected ones. */
export const listImages = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('image')
    .select([
      'image.id',
      'image.isRejected',
      'image.bodyPart',
      'image.bodyPartView',
      'image.rows',
      'image.columns',
    ])
    .where('image.studyId', '=', studyId)
    .execute()

/** The name of a user, who may belong to another clinic. */
export const findUserName = (db: ClinicDb, id: UserId) =>
  db.unscopedDb
    .selectFrom('user')
    .select(['user.firstName', 'user.lastName'])
    .where('user.id', '=', id)
    .executeTakeFirst()

/** Returns nothing if another user was faster. */
export const insert = (db: ClinicDb, state: Insertable<ViewerStateTable>) =>
  db
    .insertInto('viewerState', state)
    .onConflict((conflict) => conflict.column('studyId').doNothing())
    .returning('viewerState.version')
    .executeTakeFirst()

/** Returns nothing if the stored version is not the one that this state is based on. */
export const replace = (
  db: ClinicDb,
  { studyId, clinicId: _clinicId, ...state }: Insertable<ViewerStateTable>,
) =>
  db
    .updateTable('viewerState')
    .set(state)
    .where('viewerState.studyId', '=', studyId)
    .where('viewerState.version', '=', state.version - 1)
    .returning('viewerState.version')
    .executeTakeFirst()

export const listToolStates = (db: ClinicDb, patientId: PatientId) =>
  db
    .selectFrom('viewerState')
    .innerJoin('study', 'study.id', 'viewerState.studyId')
    .select(['viewerState.studyId', 'viewerState.toolState'])
    .where('study.patientId', '=', patientId)
    .where('study.isDeleted', '=', false)
    .execute()

/** The images out of `ids` that are still shown, in the order of their capture. */
export const findShownImages = (db: ClinicDb, patientId: PatientId, ids: readonly ImageId[]) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select([
      'image.id',
      'image.studyId',
      'image.createdOn',
      'image.bodyPart',
      'image.bodyPartView',
    ])
    .where('study.patientId', '=', patientId)
    .where('image.id', 'in', ids)
    .where('image.isRejected', '=', false)
    .orderBy('image.createdOn')
    .orderBy('image.id')
    .execute()

/** The version of each state; a study without a saved state has none. */
export async function findVersions(
  unscopedDb: UnscopedDb,
  studyIds: readonly StudyId[],
): Promise<ReadonlyMap<StudyId, number>> {
  const rows = await unscopedDb
    .selectFrom('viewerState')
    .select(['studyId', 'version'])
    .where('studyId', 'in', studyIds)
    .execute()
  return new Map(rows.map(({ studyId, version }) => [studyId, version]))
}
