import type { ImageId, StudyId, UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { RawFrameTable } from '../../../db/capture-tables.ts'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'

/**
 * The study with its patient, owner and clinic, as needed for the DICOM file; deleted studies are
 * included.
 */
export const findSubject = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .innerJoin('clinic', 'clinic.id', 'study.clinicId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .leftJoin('breed', 'breed.id', 'patient.breedId')
    .select([
      'study.id',
      'study.clinicId',
      'study.studyInstanceUID',
      'study.createdOn',
      'study.accessionNumber',
      'study.description',
      'study.dicomStudyId',
      'study.referringPhysician',
      'patient.patientId',
      'patient.name',
      'patient.nameGroups',
      'patient.speciesId',
      'patient.sex',
      'patient.birthDate',
      'patient.neutered',
      'patient.accessionCode',
      'owner.name as owner',
      'owner.nameGroups as ownerGroups',
      'breed.name as breed',
      'clinic.name as clinicName',
      'clinic.address as clinicAddress',
      'clinic.clinicType',
      'clinic.timeZone',
      'clinic.lang as language',
    ])
    .where('study.id', '=', studyId)
    .where('clinic.isDeleted', '=', false)
    .executeTakeFirst()
export type FrameSubject = NonNullable<Awaited<ReturnType<typeof findSubject>>>

export const findStudyClinic = (unscopedDb: UnscopedDb, studyId: StudyId) =>
  unscopedDb
    .selectFrom('study')
    .innerJoin('clinic', 'clinic.id', 'study.clinicId')
    .select(['study.clinicId', 'study.studyInstanceUID'])
    .where('study.id', '=', studyId)
    .where('clinic.isDeleted', '=', false)
    .executeTakeFirst()

/** Deleted users are included: they are still the operators of their images. */
export const findOperator = (unscopedDb: UnscopedDb, id: UserId) =>
  unscopedDb
    .selectFrom('user')
    .select(['user.id', 'user.username', 'user.firstName', 'user.lastName'])
    .where('user.id', '=', id)
    .executeTakeFirst()
export type Operator = NonNullable<Awaited<ReturnType<typeof findOperator>>>

export const findFrame = (unscopedDb: UnscopedDb, frameId: string) =>
  unscopedDb
    .selectFrom('rawFrame')
    .selectAll()
    .where('rawFrame.frameId', '=', frameId)
    .executeTakeFirst()

/** Oldest first. A frame that fails repeatedly is postponed and does not block the others. */
export const listFramesWithoutImage = (unscopedDb: UnscopedDb) =>
  unscopedDb
    .selectFrom('rawFrame')
    .selectAll()
    .where('rawFrame.imageId', 'is', null)
    .orderBy('rawFrame.createdOn')
    .limit(100)
    .execute()

/** A frame that is inserted again keeps its row. */
export const insertFrame = (db: ClinicDb, frame: Insertable<RawFrameTable>) =>
  db
    .insertInto('rawFrame', frame)
    .onConflict((conflict) => conflict.column('frameId').doNothing())
    .execute()

export const setImage = (
  db: ClinicDb,
  frameId: string,
  image: { readonly imageId: ImageId; readonly preset: string; readonly isRecovered: boolean },
) => db.updateTable('rawFrame').set(image).where('rawFrame.frameId', '=', frameId).execute()

/** The number of the series in its study, and that of its next image. */
export async function findNextNumbers(
  db: ClinicDb,
  { studyId, seriesInstanceUID }: { readonly studyId: StudyId; readonly seriesInstanceUID: string },
) {
  const series = await db
    .selectFrom('series')
    .select(['series.seriesInstanceUID', 'series.seriesNumber'])
    .where('series.studyId', '=', studyId)
    .execute()
  const own = series.find((one) => one.seriesInstanceUID === seriesInstanceUID)
  const highest = Math.max(0, ...series.map(({ seriesNumber }) => seriesNumber ?? 0))
  const last = await db
    .selectFrom('image')
    .select(({ fn }) => fn.max('image.instanceNumber').as('number'))
    .where('image.studyId', '=', studyId)
    .where('image.seriesInstanceUID', '=', seriesInstanceUID)
    .executeTakeFirst()
  return {
    series: own?.seriesNumber ?? highest + 1,
    instance: (last?.number ?? 0) + 1,
  }
}
