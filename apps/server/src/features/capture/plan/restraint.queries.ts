import type { ClinicId, Restraint, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'

export const find = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('studyRestraint')
    .select(['studyRestraint.holders', 'studyRestraint.isSedated'])
    .where('studyRestraint.studyId', '=', studyId)
    .executeTakeFirst()

export const save = (
  db: ClinicDb,
  place: { readonly studyId: StudyId; readonly clinicId: ClinicId },
  restraint: Restraint,
) =>
  db
    .insertInto('studyRestraint', { ...place, ...restraint })
    .onConflict((conflict) => conflict.column('studyId').doUpdateSet(restraint))
    .execute()

/** Exposures that name nobody yet. One that does was made with those people, whoever holds now. */
export const tellSilent = (db: ClinicDb, studyId: StudyId, restraint: Restraint) =>
  db
    .updateTable('imageExposure')
    .set(restraint)
    .where('imageExposure.holders', '=', '')
    .where('imageExposure.isSedated', '=', false)
    .where('imageExposure.imageId', 'in', (query) =>
      query.selectFrom('image').select('image.id').where('image.studyId', '=', studyId),
    )
    .execute()

const studiesLookedAt = 100

/** As they were written, newest first. */
export const recentHolders = (db: ClinicDb, clinicId: ClinicId) =>
  db
    .selectFrom('studyRestraint')
    .select('studyRestraint.holders')
    .where('studyRestraint.clinicId', '=', clinicId)
    .where('studyRestraint.holders', '<>', '')
    .orderBy('studyRestraint.studyId', 'desc')
    .limit(studiesLookedAt)
    .execute()

export const people = async (db: ClinicDb, clinicId: ClinicId) => [
  ...(await db
    .selectFrom('user')
    .select(['user.firstName', 'user.lastName'])
    .where('user.clinicId', '=', clinicId)
    .where('user.isDeleted', '=', false)
    .orderBy('user.firstName')
    .orderBy('user.id')
    .execute()),
  ...(await db
    .selectFrom('doctor')
    .select(['doctor.firstName', 'doctor.lastName'])
    .where('doctor.clinicId', '=', clinicId)
    .where('doctor.isDeleted', '=', false)
    .orderBy('doctor.firstName')
    .orderBy('doctor.id')
    .execute()),
]
