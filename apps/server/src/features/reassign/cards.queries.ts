import { createHash } from 'node:crypto'
import { refuse } from '@talus/contract'
import type { OwnerCard, OwnerId, PatientCard, PatientId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'

/** The records of two animals or owners as a user compares them before a merge or move. */
async function countStudies(db: ClinicDb, patientIds: readonly PatientId[]) {
  if (patientIds.length === 0) return { studies: 0, lastStudyOn: null }
  const { count, last } = await db
    .selectFrom('study')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.max<string | null>('study.createdOn').as('last'),
    ])
    .where('study.patientId', 'in', patientIds)
    .where('study.isDeleted', '=', false)
    .executeTakeFirstOrThrow()
  return { studies: count, lastStudyOn: last }
}

async function countImages(db: ClinicDb, patientId: PatientId): Promise<number> {
  const { count } = await db
    .selectFrom('study')
    .innerJoin('image', 'image.studyId', 'study.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('study.patientId', '=', patientId)
    .where('study.isDeleted', '=', false)
    .where('image.isRejected', '=', false)
    .where('image.hasPixels', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

export const findPatient = (db: ClinicDb, id: PatientId) =>
  db
    .selectFrom('patient')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .leftJoin('breed', 'breed.id', 'patient.breedId')
    .selectAll('patient')
    .select(['owner.name as ownerName', 'breed.name as breedName'])
    .where('patient.id', '=', id)
    .executeTakeFirst()
export type FoundPatient = NonNullable<Awaited<ReturnType<typeof findPatient>>>

/** The records that were merged into this one. */
const listMerged = (db: ClinicDb, id: PatientId) =>
  db
    .selectFrom('patient')
    .select('patient.id')
    .where('patient.mergedIntoId', '=', id)
    .orderBy('patient.id')
    .execute()

interface LoadedPatient extends PatientCard {
  readonly row: FoundPatient
  /** For the revision: a merge of records without studies changes nothing else of this one. */
  readonly merged: Awaited<ReturnType<typeof listMerged>>
}

export async function loadPatientCard(db: ClinicDb, id: PatientId): Promise<LoadedPatient> {
  const row = (await findPatient(db, id)) ?? refuse('record/not-found')
  const counts = { ...(await countStudies(db, [id])), images: await countImages(db, id) }
  return { ...row, row, ...counts, merged: await listMerged(db, id) }
}

export const findOwner = (db: ClinicDb, id: OwnerId) =>
  db.selectFrom('owner').selectAll().where('owner.id', '=', id).executeTakeFirst()
export type FoundOwner = NonNullable<Awaited<ReturnType<typeof findOwner>>>

export const listPatients = (db: ClinicDb, ownerId: OwnerId) =>
  db
    .selectFrom('patient')
    .select(['patient.id', 'patient.name', 'patient.status'])
    .where('patient.ownerId', '=', ownerId)
    .orderBy('patient.search')
    .orderBy('patient.id')
    .execute()

export async function loadOwnerCard(
  db: ClinicDb,
  id: OwnerId,
): Promise<OwnerCard & { readonly row: FoundOwner }> {
  const row = (await findOwner(db, id)) ?? refuse('record/not-found')
  const patients = await listPatients(db, id)
  const animals = patients.filter(({ status }) => status === 'Active').map(({ name }) => name)
  const counts = await countStudies(
    db,
    patients.map((patient) => patient.id),
  )
  return { ...row, row, ...counts, phone: row.phone ?? '', email: row.email ?? '', animals }
}

export async function findStudy(db: ClinicDb, id: StudyId) {
  const study = await db
    .selectFrom('study')
    .select(['study.id', 'study.clinicId', 'study.patientId', 'study.createdOn', 'study.modality'])
    .where('study.id', '=', id)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()
  if (!study) return refuse('record/not-found')
  const { count } = await db
    .selectFrom('image')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('image.studyId', '=', id)
    .where('image.isRejected', '=', false)
    .where('image.hasPixels', '=', true)
    .executeTakeFirstOrThrow()
  return { ...study, images: count }
}

/** Includes deleted studies: a restored study belongs to the animal that remains. */
export const listStudies = async (db: ClinicDb, patientIds: readonly PatientId[]) =>
  patientIds.length === 0
    ? []
    : db
        .selectFrom('study')
        .select(['study.id', 'study.patientId'])
        .where('study.patientId', 'in', patientIds)
        .orderBy('study.id')
        .execute()

/** Two users see the same records only if this text is the same. */
export const createRevision = (...cards: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(cards)).digest('base64url').slice(0, 32)
