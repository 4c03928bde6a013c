import type { ClinicId, ImageId, Instant, Restraint, StudyId, UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { RestraintCorrectionTable } from '../../../db/capture-tables.ts'
import type { ClinicDb } from '../../../db/clinic-db.ts'

const selectEntries = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('restraintEntry')
    .select(['restraintEntry.holders', 'restraintEntry.isSedated'])
    .where('restraintEntry.studyId', '=', studyId)
    .orderBy('restraintEntry.createdOn', 'desc')
    .orderBy('restraintEntry.id', 'desc')
    .limit(1)

export const findLatest = (db: ClinicDb, studyId: StudyId) =>
  selectEntries(db, studyId).executeTakeFirst()

/** The restraint that was valid at an instant. */
export const findAt = (db: ClinicDb, studyId: StudyId, instant: string) =>
  selectEntries(db, studyId).where('restraintEntry.createdOn', '<=', instant).executeTakeFirst()

export const insert = (
  db: ClinicDb,
  entry: Restraint & {
    readonly studyId: StudyId
    readonly clinicId: ClinicId
    readonly userId: UserId
    readonly createdOn: Instant
  },
) => db.insertInto('restraintEntry', entry).execute()

/** The X-ray exposures of a study, rejected ones included, newest first. */
export const listExposures = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('image')
    .innerJoin('imageExposure', 'imageExposure.imageId', 'image.id')
    .select([
      'image.id as imageId',
      'image.createdOn as exposedOn',
      'image.bodyPart',
      'image.bodyPartView',
      'image.isRejected',
      'imageExposure.holders',
      'imageExposure.isSedated',
    ])
    .where('image.studyId', '=', studyId)
    .where('image.hasPixels', '=', true)
    .orderBy('image.createdOn', 'desc')
    .orderBy('image.id', 'desc')
    .execute()

/** Oldest first. */
export const listCorrections = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('restraintCorrection')
    .innerJoin('image', 'image.id', 'restraintCorrection.imageId')
    .innerJoin('user', 'user.id', 'restraintCorrection.userId')
    .selectAll('restraintCorrection')
    .select('user.username as user')
    .where('image.studyId', '=', studyId)
    .orderBy('restraintCorrection.id')
    .execute()

/**
 * The current values of these exposures. The write, which changes nothing, locks the rows on both
 * engines, so that two corrections at once each record the value that they replace.
 */
export const lockExposures = (db: ClinicDb, imageIds: readonly ImageId[]) =>
  db
    .updateTable('imageExposure')
    .set((eb) => ({ holders: eb.ref('imageExposure.holders') }))
    .where('imageExposure.imageId', 'in', imageIds)
    .returning(['imageExposure.imageId', 'imageExposure.holders', 'imageExposure.isSedated'])
    .execute()

export const setExposures = (db: ClinicDb, imageIds: readonly ImageId[], restraint: Restraint) =>
  db
    .updateTable('imageExposure')
    .set(restraint)
    .where('imageExposure.imageId', 'in', imageIds)
    .execute()

export const insertCorrection = (db: ClinicDb, row: Insertable<RestraintCorrectionTable>) =>
  db.insertInto('restraintCorrection', row).execute()

const recentEntries = 200

/** The texts as entered, newest first. */
export const listRecentHolders = (db: ClinicDb, clinicId: ClinicId) =>
  db
    .selectFrom('restraintEntry')
    .select('restraintEntry.holders')
    .where('restraintEntry.clinicId', '=', clinicId)
    .where('restraintEntry.holders', '<>', '')
    .orderBy('restraintEntry.id', 'desc')
    .limit(recentEntries)
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
