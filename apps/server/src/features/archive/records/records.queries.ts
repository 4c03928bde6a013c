import { foldText } from '@talus/contract'
import type { ClinicId, ImageId, PatientId, StudyId, UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { prepareQuery } from '../../../db/prepared-query.ts'
import type { Database } from '../../../db/tables.ts'

/** The UIDs by which the rows of a file are found. */
export interface InstanceUids {
  readonly clinicId: ClinicId
  readonly studyInstanceUID: string
  readonly seriesInstanceUID: string
  readonly sopInstanceUID: string
}

/**
 * The clinic, and the rows that it has already for the UIDs of a file: one query, because it runs
 * for every slice. Empty for a deleted clinic.
 */
export const findExistingRows = prepareQuery((unscopedDb, uids: InstanceUids) =>
  unscopedDb
    .selectFrom('clinic')
    .leftJoin('study', (join) =>
      join
        .onRef('study.clinicId', '=', 'clinic.id')
        .on('study.studyInstanceUID', '=', uids.studyInstanceUID),
    )
    .leftJoin('series', (join) =>
      join
        .onRef('series.clinicId', '=', 'clinic.id')
        .on('series.seriesInstanceUID', '=', uids.seriesInstanceUID),
    )
    .leftJoin('image', (join) =>
      join
        .onRef('image.clinicId', '=', 'clinic.id')
        .on('image.sopInstanceUID', '=', uids.sopInstanceUID),
    )
    .leftJoin('replacedInstance', (join) =>
      join
        .onRef('replacedInstance.clinicId', '=', 'clinic.id')
        .on('replacedInstance.sopInstanceUID', '=', uids.sopInstanceUID),
    )
    .select([
      'clinic.clinicType',
      'clinic.timeZone',
      'study.id as studyId',
      'study.modality as studyModality',
      'series.id as seriesId',
      'image.id as imageId',
      'replacedInstance.imageId as replacingId',
    ])
    .where('clinic.id', '=', uids.clinicId)
    .where('clinic.isDeleted', '=', false),
)

export const findImage = (db: ClinicDb, id: ImageId) =>
  db
    .selectFrom('image')
    .select(['image.id', 'image.studyId', 'image.filePath', 'image.sha256'])
    .where('image.id', '=', id)
    .executeTakeFirstOrThrow()

/** The study, and the id of the series if the study has it already. */
export const findStudy = (db: ClinicDb, studyInstanceUID: string, seriesInstanceUID: string) =>
  db
    .selectFrom('study')
    .leftJoin('series', (join) =>
      join
        .onRef('series.clinicId', '=', 'study.clinicId')
        .on('series.seriesInstanceUID', '=', seriesInstanceUID),
    )
    .select(['study.id', 'study.modality', 'series.id as seriesId'])
    .where('study.studyInstanceUID', '=', studyInstanceUID)
    .executeTakeFirst()

export const findPatientByNumber = (db: ClinicDb, number: string) =>
  db
    .selectFrom('patient')
    .select(['patient.id', 'patient.name'])
    .where('patient.patientId', '=', number)
    .executeTakeFirst()

/** The patient that remains after merges. */
export async function findRemainingPatient(db: ClinicDb, id: PatientId): Promise<PatientId> {
  const found = await db
    .selectFrom('patient')
    .select('patient.mergedIntoId')
    .where('patient.id', '=', id)
    .executeTakeFirst()
  const next = found?.mergedIntoId ?? null
  return next === null ? id : findRemainingPatient(db, next)
}

/** A few are enough to see that the name alone is ambiguous. */
export const findPatientsByNames = (db: ClinicDb, name: string, owner: string) =>
  db
    .selectFrom('patient')
    .innerJoin('owner', 'owner.id', 'patient.ownerId')
    .select(['patient.id', 'patient.speciesId', 'patient.birthDate'])
    .where('patient.search', '=', foldText(name))
    .where('owner.search', '=', foldText(owner))
    .where('patient.status', '=', 'Active')
    .limit(5)
    .execute()

export const findOwnerByName = (db: ClinicDb, name: string) =>
  db
    .selectFrom('owner')
    .select('owner.id')
    .where('owner.search', '=', foldText(name))
    .where('owner.status', '=', 'Active')
    .orderBy('owner.id')
    .executeTakeFirst()

export const listBreeds = (unscopedDb: UnscopedDb, speciesId: number) =>
  unscopedDb
    .selectFrom('breed')
    .select(['breed.id', 'breed.name', 'breed.code'])
    .where('breed.speciesId', '=', speciesId)
    .execute()

export type Row<Table extends keyof Database> = Insertable<Database[Table]>

export const insertOwner = (db: ClinicDb, owner: Row<'owner'>) =>
  db.insertInto('owner', owner).returning('id').executeTakeFirstOrThrow()
export const insertPatient = (db: ClinicDb, patient: Row<'patient'>) =>
  db.insertInto('patient', patient).returning('id').executeTakeFirstOrThrow()
export const insertStudy = (db: ClinicDb, study: Row<'study'>) =>
  db.insertInto('study', study).returning('id').executeTakeFirstOrThrow()
/** Some systems use the UID of a series in two studies; it stays with the first. */
export const insertSeries = (db: ClinicDb, series: Row<'series'>) =>
  db
    .insertInto('series', series)
    .onConflict((conflict) => conflict.columns(['clinicId', 'seriesInstanceUID']).doNothing())
    .execute()
const addImage = prepareQuery((unscopedDb, image: Row<'image'>) =>
  unscopedDb.insertInto('image').values(image).returning('id'),
)
const addHeader = prepareQuery((unscopedDb, header: Row<'imageHeader'>) =>
  unscopedDb.insertInto('imageHeader').values(header),
)
export async function insertImage(db: ClinicDb, image: Row<'image'>): Promise<ImageId> {
  const [added] = await addImage(db.within(image.clinicId).unscopedDb, image)
  if (!added) throw new Error('an image was added without an id')
  return added.id
}
export const insertHeader = (db: ClinicDb, header: Row<'imageHeader'>) =>
  addHeader(db.within(header.clinicId).unscopedDb, header)
export const insertExposure = (db: ClinicDb, exposure: Row<'imageExposure'>) =>
  db.insertInto('imageExposure', exposure).execute()

/** A study whose first file was a report gets its modality from its first image. */
export const setModality = (db: ClinicDb, id: StudyId, modality: Row<'study'>['modality']) =>
  db.updateTable('study').set({ modality }).where('study.id', '=', id).execute()

export const setImage = (db: ClinicDb, id: ImageId, change: Partial<Row<'image'>>) =>
  db.updateTable('image').set(change).where('image.id', '=', id).execute()
export const removeExposure = (db: ClinicDb, imageId: ImageId) =>
  db.deleteFrom('imageExposure').where('imageExposure.imageId', '=', imageId).execute()

export const setFile = (
  db: ClinicDb,
  id: ImageId,
  file: Pick<Row<'image'>, 'filePath' | 'sha256' | 'byteLength'>,
) => db.updateTable('image').set(file).where('image.id', '=', id).execute()

export const findUserByKey = (unscopedDb: UnscopedDb, usernameKey: string) =>
  unscopedDb
    .selectFrom('user')
    .select('user.id')
    .where('user.usernameKey', '=', usernameKey)
    .executeTakeFirst()

export interface Creator {
  readonly clinicId: ClinicId
  readonly userId: UserId
}
