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
  study: { readonly studyId: StudyId; readonly clinicId: ClinicId },
  restraint: Restraint,
) =>
  db
    .insertInto('studyRestraint', { ...study, ...restraint })
    .onConflict((conflict) => conflict.column('studyId').doUpdateSet(restraint))
    .execute()

/**
 * Sets the holders of exposures that have none yet. The others were made with the people they name.
 */
export const fillEmptyExposures = (db: ClinicDb, studyId: StudyId, restraint: Restraint) =>
  db
    .updateTable('imageExposure')
    .set(restraint)
    .where('imageExposure.holders', '=', '')
    .where('imageExposure.isSedated', '=', false)
    .where('imageExposure.imageId', 'in', (query) =>
      query.selectFrom('image').select('image.id').where('image.studyId', '=', studyId),
    )
    .execute()

const recentStudies = 100

/** The texts as entered, newest first. */
export const listRecentHolders = (db: ClinicDb, clinicId: ClinicId) =>
  db
    .selectFrom('studyRestraint')
    .select('studyRestraint.holders')
    .where('studyRestraint.clinicId', '=', clinicId)
    .where('studyRestraint.holders', '<>', '')
    .orderBy('studyRestraint.studyId', 'desc')
    .limit(recentStudies)
    .execute()

export const listStaff = async (db: ClinicDb, clinicId: ClinicId) => [
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
