import type { ImageId, PatientId, StudyId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { OutgoingFileTable } from '../../../db/image-tables.ts'
import type { UnscopedDb } from '../../../db/open.ts'

const identityColumns = [
  'clinic.clinicType',
  'patient.name as patientName',
  'patient.id as patientDatabaseId',
  'patient.patientId as patientNumber',
  'patient.issuer',
  'patient.speciesId',
  'patient.sex',
  'patient.neutered',
  'patient.birthDate',
  'owner.name as ownerName',
  'patient.nameGroups as patientGroups',
  'owner.nameGroups as ownerGroups',
  'breed.name as breedName',
] as const

/** The animal and owner of a study in the records. */
export const findIdentity = (unscopedDb: UnscopedDb, studyId: StudyId) =>
  unscopedDb
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .innerJoin('clinic', 'clinic.id', 'study.clinicId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .leftJoin('breed', 'breed.id', 'patient.breedId')
    .select(identityColumns)
    .select('study.clinicId')
    .where('study.id', '=', studyId)
    .executeTakeFirst()

/** An animal with its owner, as objects state it. */
export const findPatientIdentity = (db: ClinicDb, id: PatientId) =>
  db
    .selectFrom('patient')
    .innerJoin('clinic', 'clinic.id', 'patient.clinicId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .leftJoin('breed', 'breed.id', 'patient.breedId')
    .select(identityColumns)
    .where('patient.id', '=', id)
    .executeTakeFirst()

/** When the images of a study last got another UID. */
export async function listReplacements(
  unscopedDb: UnscopedDb,
  studyId: StudyId,
): Promise<ReadonlyMap<ImageId, string>> {
  const rows = await unscopedDb
    .selectFrom('image')
    .innerJoin('replacedInstance', 'replacedInstance.imageId', 'image.id')
    .select(({ fn }) => ['image.id', fn.max('replacedInstance.replacedOn').as('replacedOn')])
    .where('image.studyId', '=', studyId)
    .groupBy('image.id')
    .execute()
  return new Map(
    rows.flatMap(({ id, replacedOn }) => (replacedOn === null ? [] : [[id, replacedOn] as const])),
  )
}

export const findImage = (unscopedDb: UnscopedDb, id: ImageId) =>
  unscopedDb
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .innerJoin('clinic', 'clinic.id', 'image.clinicId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .leftJoin('breed', 'breed.id', 'patient.breedId')
    .leftJoin('imageHeader', 'imageHeader.imageId', 'image.id')
    .leftJoin('outgoingFile', 'outgoingFile.imageId', 'image.id')
    .select(identityColumns)
    .select((eb) => [
      'image.id',
      'image.studyId',
      'image.sopInstanceUID',
      'imageHeader.json',
      eb
        .selectFrom('replacedInstance')
        .select(({ fn }) => fn.max('replacedInstance.replacedOn').as('last'))
        .whereRef('replacedInstance.imageId', '=', 'image.id')
        .as('replacedOn'),
      'image.clinicId',
      'image.filePath',
      'image.sha256',
      'image.byteLength',
      'outgoingFile.basis',
      'outgoingFile.filePath as outgoingPath',
      'outgoingFile.sha256 as outgoingSha256',
      'outgoingFile.byteLength as outgoingLength',
    ])
    .where('image.id', '=', id)
    .executeTakeFirst()

export const saveFile = (unscopedDb: UnscopedDb, row: Insertable<OutgoingFileTable>) =>
  unscopedDb
    .insertInto('outgoingFile')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('imageId').doUpdateSet({
        basis: row.basis,
        filePath: row.filePath,
        sha256: row.sha256,
        byteLength: row.byteLength,
      }),
    )
    .execute()

export async function listKnownPaths(
  unscopedDb: UnscopedDb,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set()
  const rows = await unscopedDb
    .selectFrom('outgoingFile')
    .select('filePath')
    .where('filePath', 'in', paths)
    .execute()
  return new Set(rows.map(({ filePath }) => filePath))
}

/** A text that changes with the animal and owner of a study, for caches of clients. */
export const describeIdentity = async (db: ClinicDb, studyId: StudyId): Promise<string> =>
  JSON.stringify((await findIdentity(db.unscopedDb, studyId)) ?? null)

/** Whether this server has compressed the file of an image after it had been received. */
export async function isCompressedHere(unscopedDb: UnscopedDb, id: ImageId): Promise<boolean> {
  const found = await unscopedDb
    .selectFrom('imageCompression')
    .select('imageId')
    .where('imageId', '=', id)
    .where('state', '=', 'done')
    .executeTakeFirst()
  return found !== undefined
}
