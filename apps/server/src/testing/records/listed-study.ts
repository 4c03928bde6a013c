import { foldText } from '@talus/contract'
import type {
  BreedId,
  ClinicId,
  Instant,
  PatientId,
  StudyId,
  StudyModality,
  UserId,
} from '@talus/contract'
import { indexOwner, indexPatient } from '../../db/listing/index.ts'
import type { UnscopedDb } from '../../db/open.ts'

export interface ListedStudy {
  readonly patient: string
  readonly code?: string
  readonly accession?: string
  readonly owner?: string
  readonly createdOn: Instant
  readonly modality?: StudyModality
  readonly isDeleted?: boolean
  readonly speciesId?: number
  /** The name of a breed of the product, in English. */
  readonly breed?: string
}

let serial = 0

async function findBreed(unscopedDb: UnscopedDb, name: string): Promise<BreedId> {
  const known = await unscopedDb
    .selectFrom('breed')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirst()
  const { id } =
    known ??
    (await unscopedDb
      .insertInto('breed')
      .values({ name, speciesId: 1, code: null })
      .returning('id')
      .executeTakeFirstOrThrow())
  return id
}

/** Inserts a patient with one study, for tests of lists. */
export async function insertListedStudy(
  unscopedDb: UnscopedDb,
  { clinicId, userId }: { readonly clinicId: ClinicId; readonly userId: UserId },
  study: ListedStudy,
): Promise<{ readonly studyId: StudyId; readonly patientId: PatientId }> {
  serial += 1
  const owned = { clinicId, userId, createdOn: study.createdOn }
  const owner =
    study.owner === undefined
      ? undefined
      : await unscopedDb
          .insertInto('owner')
          .values({
            ...owned,
            name: study.owner,
            search: foldText(study.owner),
            address: '',
            phone: null,
            email: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
  const { id: patientId } = await unscopedDb
    .insertInto('patient')
    .values({
      ...owned,
      patientId: study.code ?? `L-${serial}`,
      accessionCode: study.accession ?? `LA-${serial}`,
      name: study.patient,
      search: foldText(study.patient),
      speciesId: study.speciesId ?? null,
      sex: null,
      birthDate: null,
      breedId: study.breed === undefined ? null : await findBreed(unscopedDb, study.breed),
      description: '',
      ownerId: owner?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: studyId } = await unscopedDb
    .insertInto('study')
    .values({
      ...owned,
      patientId,
      isDeleted: study.isDeleted ?? false,
      studyInstanceUID: `2.25.77.${serial}`,
      sopInstanceUID: `2.25.78.${serial}`,
      modality: study.modality ?? 'General',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (owner) await indexOwner(unscopedDb, owner.id)
  await indexPatient(unscopedDb, patientId)
  return { studyId, patientId }
}
