import type { ImageId, StudyId, UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { RawFrameTable } from '../../../db/capture-tables.ts'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'

/** All that an image says of the animal and of where it belongs; also of a study in the bin. */
export const findSubject = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .innerJoin('clinic', 'clinic.id', 'study.clinicId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .leftJoin('breed', 'breed.id', 'patient.breedId')
    .leftJoin('studyRestraint', 'studyRestraint.studyId', 'study.id')
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
      'patient.speciesId',
      'patient.sex',
      'patient.birthDate',
      'patient.neutered',
      'patient.accessionCode',
      'owner.name as owner',
      'breed.name as breed',
      'clinic.name as clinicName',
      'clinic.address as clinicAddress',
      'clinic.clinicType',
      'clinic.timeZone',
      'studyRestraint.holders',
      'studyRestraint.isSedated',
    ])
    .where('study.id', '=', studyId)
    .where('clinic.isDeleted', '=', false)
    .executeTakeFirst()
export type Subject = NonNullable<Awaited<ReturnType<typeof findSubject>>>

export const findClinicOf = (unscopedDb: UnscopedDb, studyId: StudyId) =>
  unscopedDb
    .selectFrom('study')
    .innerJoin('clinic', 'clinic.id', 'study.clinicId')
    .select(['study.clinicId', 'study.studyInstanceUID'])
    .where('study.id', '=', studyId)
    .where('clinic.isDeleted', '=', false)
    .executeTakeFirst()

/** Whoever has left since then has still taken the image. */
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

/** Oldest first: nobody waits behind one that fails again and again, which is put off. */
export const framesWithoutImage = (unscopedDb: UnscopedDb) =>
  unscopedDb
    .selectFrom('rawFrame')
    .selectAll()
    .where('rawFrame.imageId', 'is', null)
    .orderBy('rawFrame.createdOn')
    .limit(100)
    .execute()

/** The same frame again is the same row. */
export const insertFrame = (db: ClinicDb, frame: Insertable<RawFrameTable>) =>
  db
    .insertInto('rawFrame', frame)
    .onConflict((conflict) => conflict.column('frameId').doNothing())
    .execute()

export const setImage = (
  db: ClinicDb,
  frameId: string,
  made: { readonly imageId: ImageId; readonly look: string; readonly isRecovered: boolean },
) => db.updateTable('rawFrame').set(made).where('rawFrame.frameId', '=', frameId).execute()

/** The number of a series in its study, and of the next image in it. */
export async function nextNumbers(
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
