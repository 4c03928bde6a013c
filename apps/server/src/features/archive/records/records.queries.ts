import type { ClinicId, ImageId, PatientId, StudyId, UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { prepareClinicQuery } from '../../../db/prepared-clinic-query.ts'
import { prepareQuery } from '../../../db/prepared-query.ts'
import type { Database } from '../../../db/tables.ts'

/** The UIDs by which the rows of a file are found. */
export interface InstanceUids {
  readonly clinicId: ClinicId
  readonly studyInstanceUID: string
  readonly seriesInstanceUID: string
  readonly sopInstanceUID: string
}

/** The patient of a study, with the names of `StudyPatient`. */
const patientColumns = [
  'study.isDeleted as isStudyDeleted',
  'patient.id as recordPatientId',
  'patient.patientId as recordNumber',
  'patient.issuer as recordIssuer',
  'patient.name as recordName',
  'patient.birthDate as recordBirthDate',
  'patient.speciesId as recordSpeciesId',
  'owner.name as recordOwner',
] as const

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
    .leftJoin('patient', 'patient.id', 'study.patientId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
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
      ...patientColumns,
    ])
    // A decision gave the file another UID, and its sender still has the first one.
    .select((eb) =>
      eb
        .selectFrom('trayEntry')
        .select('trayEntry.imageId')
        .where('trayEntry.clinicId', '=', uids.clinicId)
        .where('trayEntry.sopInstanceUID', '=', uids.sopInstanceUID)
        .where('trayEntry.imageId', 'is not', null)
        .where('trayEntry.decision', '!=', 'discard')
        .orderBy('trayEntry.id', 'desc')
        .limit(1)
        .as('decidedId'),
    )
    .where('clinic.id', '=', uids.clinicId)
    .where('clinic.isDeleted', '=', false),
)

/** A stored image with its study and patient. */
export async function findImage(db: ClinicDb, id: ImageId) {
  const [image] = await selectImage(db, { id })
  if (!image) throw new Error('an image was removed while its file was received')
  return image
}

const selectImage = prepareClinicQuery((db, { id }: { readonly id: ImageId }) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .select(['image.id', 'image.studyId', 'image.filePath', 'image.sha256', 'image.byteLength'])
    .select('image.isRejected')
    .select(patientColumns)
    .where('image.id', '=', id),
)

/** The study, and the id of the series if the study has it already. */
export const findStudy = async (db: ClinicDb, uids: StudyUids) => (await selectStudy(db, uids))[0]

type StudyUids = Pick<InstanceUids, 'studyInstanceUID' | 'seriesInstanceUID'>

const selectStudy = prepareClinicQuery((db, uids: StudyUids) =>
  db
    .selectFrom('study')
    .leftJoin('series', (join) =>
      join
        .onRef('series.clinicId', '=', 'study.clinicId')
        .on('series.seriesInstanceUID', '=', uids.seriesInstanceUID),
    )
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .select(['study.id as studyId', 'study.modality', 'series.id as seriesId'])
    .select(patientColumns)
    .where('study.studyInstanceUID', '=', uids.studyInstanceUID),
)

export const findPatientByNumber = async (db: ClinicDb, number: string) =>
  (await selectPatientByNumber(db, { number }))[0]

const selectPatientByNumber = prepareClinicQuery((db, { number }: { readonly number: string }) =>
  db
    .selectFrom('patient')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .select([
      'patient.id',
      'patient.patientId as number',
      'patient.issuer',
      'patient.name',
      'patient.nameGroups',
      'patient.birthDate',
      'patient.speciesId',
      'owner.name as owner',
    ])
    .where('patient.patientId', '=', number),
)

/** A few are enough: the files of a study state the same patient, unless they were corrected. */
export const listHeadersOfStudy = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('image')
    .innerJoin('imageHeader', 'imageHeader.imageId', 'image.id')
    .select('imageHeader.json')
    .where('image.studyId', '=', studyId)
    .orderBy('image.id')
    .limit(20)
    .execute()

/** The newest animal without a name or patient ID of its own. */
export const findLastUnnamed = async (db: ClinicDb, prefix: string) =>
  (
    await db
      .selectFrom('patient')
      .select('patient.patientId')
      .where('patient.patientId', 'like', `${prefix}%`)
      .orderBy('patient.id', 'desc')
      .executeTakeFirst()
  )?.patientId

export const listVersions = (db: ClinicDb, imageId: ImageId) =>
  db
    .selectFrom('imageVersion')
    .select('imageVersion.dataSetSha256')
    .where('imageVersion.imageId', '=', imageId)
    .execute()

/** The files that an image had before its corrections. */
export const listReplacedPaths = async (db: ClinicDb, imageId: ImageId): Promise<string[]> =>
  (
    await db
      .selectFrom('replacedInstance')
      .select('replacedInstance.filePath')
      .where('replacedInstance.imageId', '=', imageId)
      .orderBy('replacedInstance.replacedOn', 'desc')
      .execute()
  ).flatMap(({ filePath }) => filePath ?? [])

/** The copy of an image with the animal, owner and UID of its records, if one was sent. */
export const findOutgoingPath = async (db: ClinicDb, imageId: ImageId) =>
  (
    await db
      .selectFrom('outgoingFile')
      .select('outgoingFile.filePath')
      .where('outgoingFile.imageId', '=', imageId)
      .executeTakeFirst()
  )?.filePath

export const findHeader = async (db: ClinicDb, imageId: ImageId) =>
  (
    await db
      .selectFrom('imageHeader')
      .select('imageHeader.json')
      .where('imageHeader.imageId', '=', imageId)
      .executeTakeFirst()
  )?.json

export const listBreeds = (unscopedDb: UnscopedDb, speciesId: number) =>
  unscopedDb
    .selectFrom('breed')
    .select(['breed.id', 'breed.name', 'breed.code'])
    .where('breed.speciesId', '=', speciesId)
    .execute()

export type Row<Table extends keyof Database> = Insertable<Database[Table]>

export const insertOwner = (db: ClinicDb, owner: Row<'owner'>) =>
  db.insertInto('owner', owner).returning('id').executeTakeFirstOrThrow()
const addPatient = prepareQuery((unscopedDb, patient: Row<'patient'>) =>
  unscopedDb.insertInto('patient').values(patient).returning('id'),
)
export async function insertPatient(db: ClinicDb, patient: Row<'patient'>): Promise<PatientId> {
  const [added] = await addPatient(db.within(patient.clinicId).unscopedDb, patient)
  if (!added) throw new Error('a patient was added without an id')
  return added.id
}
const addStudy = prepareQuery((unscopedDb, study: Row<'study'>) =>
  unscopedDb.insertInto('study').values(study).returning('id'),
)
export async function insertStudy(db: ClinicDb, study: Row<'study'>): Promise<StudyId> {
  const [added] = await addStudy(db.within(study.clinicId).unscopedDb, study)
  if (!added) throw new Error('a study was added without an id')
  return added.id
}
const addSeries = prepareQuery((unscopedDb, series: Row<'series'>) =>
  unscopedDb
    .insertInto('series')
    .values(series)
    .onConflict((conflict) => conflict.columns(['clinicId', 'seriesInstanceUID']).doNothing()),
)
/** Some systems use the UID of a series in two studies; it stays with the first. */
export const insertSeries = (db: ClinicDb, series: Row<'series'>) =>
  addSeries(db.within(series.clinicId).unscopedDb, series)
const addImage = prepareQuery((unscopedDb, image: Row<'image'>) =>
  unscopedDb.insertInto('image').values(image).returning('id'),
)
const addSlice = prepareQuery((unscopedDb, slice: Row<'slice'>) =>
  unscopedDb.insertInto('slice').values(slice),
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
export const insertSlice = (db: ClinicDb, slice: Row<'slice'>) =>
  addSlice(db.within(slice.clinicId).unscopedDb, slice)
const addExposure = prepareQuery((unscopedDb, exposure: Row<'imageExposure'>) =>
  unscopedDb.insertInto('imageExposure').values(exposure),
)
export const insertExposure = (db: ClinicDb, exposure: Row<'imageExposure'>) =>
  addExposure(db.within(exposure.clinicId).unscopedDb, exposure)

/** A study whose first file was a report gets its modality from its first image. */
export const setModality = (db: ClinicDb, id: StudyId, modality: Row<'study'>['modality']) =>
  db.updateTable('study').set({ modality }).where('study.id', '=', id).execute()

export const setImage = (db: ClinicDb, id: ImageId, change: Partial<Row<'image'>>) =>
  db.updateTable('image').set(change).where('image.id', '=', id).execute()
export const removeExposure = (db: ClinicDb, imageId: ImageId) =>
  db.deleteFrom('imageExposure').where('imageExposure.imageId', '=', imageId).execute()

export const setIssuer = (db: ClinicDb, id: PatientId, issuer: string) =>
  db
    .updateTable('patient')
    .set({ issuer })
    .where('patient.id', '=', id)
    .where('patient.issuer', '=', '')
    .execute()

export const setNameGroups = (db: ClinicDb, id: PatientId, nameGroups: string) =>
  db.updateTable('patient').set({ nameGroups }).where('patient.id', '=', id).execute()

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
