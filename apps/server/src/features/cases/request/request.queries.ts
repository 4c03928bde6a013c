import { foldText } from '@talus/contract'
import type {
  BreedId,
  CaseId,
  ClinicId,
  DoctorId,
  ImageId,
  Instant,
  PatientId,
  StudyId,
  UserId,
} from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { RadCaseTable } from '../../../db/case-tables.ts'

/** The study of a case with its patient and owner, in the reach of the actor. */
export const findStudy = (db: ClinicDb, id: StudyId) =>
  db
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .select([
      'study.id',
      'study.clinicId',
      'study.patientId',
      'patient.ownerId',
      'patient.neutered',
    ])
    .where('study.id', '=', id)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()

export const findDoctor = (db: ClinicDb, clinicId: ClinicId, id: DoctorId) =>
  db
    .selectFrom('doctor')
    .select(['doctor.id', 'doctor.firstName', 'doctor.lastName'])
    .where('doctor.id', '=', id)
    .where('doctor.clinicId', '=', clinicId)
    .where('doctor.isDeleted', '=', false)
    .executeTakeFirst()

export const findByKey = (db: ClinicDb, requesterId: UserId, requestKey: string) =>
  db
    .selectFrom('radCase')
    .selectAll()
    .where('radCase.requesterId', '=', requesterId)
    .where('radCase.requestKey', '=', requestKey)
    .executeTakeFirst()

export const insertCase = (db: ClinicDb, row: Insertable<RadCaseTable>) =>
  db.insertInto('radCase', row).returningAll().executeTakeFirstOrThrow()

/** The images that may be attached: of the same patient, not rejected. */
export async function listAttachable(
  db: ClinicDb,
  patientId: PatientId,
  imageIds: readonly ImageId[],
): Promise<readonly ImageId[]> {
  if (imageIds.length === 0) return []
  const rows = await db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select('image.id')
    .where('image.id', 'in', [...imageIds])
    .where('study.patientId', '=', patientId)
    .where('study.isDeleted', '=', false)
    .where('image.isRejected', '=', false)
    .execute()
  return rows.map(({ id }) => id)
}

export const listAttached = async (
  db: ClinicDb,
  caseId: CaseId,
): Promise<readonly (ImageId | null)[]> => {
  const rows = await db
    .selectFrom('caseFile')
    .select('caseFile.imageId')
    .where('caseFile.caseId', '=', caseId)
    .execute()
  return rows.map(({ imageId }) => imageId)
}

export async function attachImages(
  db: ClinicDb,
  {
    caseId,
    clinicId,
    imageIds,
    createdOn,
  }: { caseId: CaseId; clinicId: ClinicId; imageIds: readonly ImageId[]; createdOn: Instant },
): Promise<void> {
  for (const imageId of imageIds)
    await db
      .insertInto('caseFile', {
        caseId,
        clinicId,
        fileName: '',
        filePath: null,
        imageId,
        isFromReceiver: true,
        createdOn,
      })
      .execute()
}

/** The images of a draft that the user has removed from the form. */
export const detachImages = (db: ClinicDb, caseId: CaseId, imageIds: readonly ImageId[]) =>
  db
    .deleteFrom('caseFile')
    .where('caseFile.caseId', '=', caseId)
    .where('caseFile.imageId', 'in', [...imageIds])
    .execute()

/** The breed by its name, which is added to the list if the species has none of that name. */
export async function findOrAddBreed(
  db: ClinicDb,
  speciesId: number,
  name: string,
): Promise<BreedId> {
  const { unscopedDb } = db
  const breeds = await unscopedDb
    .selectFrom('breed')
    .select(['id', 'name'])
    .where('speciesId', '=', speciesId)
    .execute()
  const known = breeds.find((breed) => foldText(breed.name) === foldText(name))
  if (known) return known.id
  const { id } = await unscopedDb
    .insertInto('breed')
    .values({ name, speciesId, code: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
