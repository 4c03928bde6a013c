import { formatBreed } from '@talus/anatomy'
import { foldText } from '@talus/contract'
import type { OwnerId, PatientId, StudyId, UserId } from '@talus/contract'
import type { Kysely, Selectable } from 'kysely'
import { prepareQuery } from '../prepared-query.ts'
import type { Database } from '../tables.ts'
import { insertOwnerWords, insertPatientWords } from './insert-words.ts'
import { listMergedOwners, listMergedPatients, listMergedPatientsOf } from './merged-records.ts'
import { toEmailKey, getOwnerWords, getPatientWords, toPhoneKey } from './search-words.ts'

/**
 * The search words and sort keys of records are copies that only this file writes. Code that writes
 * an owner, patient or study calls these functions in the same transaction; a start of the server
 * updates records that an older version has indexed.
 */
type UnscopedDb = Kysely<Database>

/** Increase it when the rules of search-words.ts or the texts for unnamed patients change: every record is then indexed again. */
export const indexVersion = 6
const batchSize = 200

interface OfPatient {
  readonly patientId: PatientId
}

/** A name in every writing. */
const listNames = ({
  name,
  nameGroups,
}: {
  readonly name: string
  readonly nameGroups: string
}) => [name, ...nameGroups.split('=')]

export async function indexOwner(unscopedDb: UnscopedDb, ownerId: OwnerId): Promise<void> {
  const owner = await unscopedDb
    .selectFrom('owner')
    .select(['clinicId', 'name', 'nameGroups', 'phone', 'email'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const patients = await unscopedDb
    .selectFrom('patient')
    .select(['name', 'nameGroups'])
    .where('ownerId', '=', ownerId)
    .where('status', '=', 'Active')
    .execute()
  const mergedPatients = await listMergedPatientsOf(unscopedDb, ownerId)
  const animals = [...patients, ...mergedPatients].flatMap(listNames)
  const words = getOwnerWords([owner, ...(await listMergedOwners(unscopedDb, ownerId))], animals)
  await unscopedDb.deleteFrom('ownerWord').where('ownerId', '=', ownerId).execute()
  await insertOwnerWords(unscopedDb, { clinicId: owner.clinicId, id: ownerId, words })
  await unscopedDb.updateTable('owner').set({ indexVersion }).where('id', '=', ownerId).execute()
}

/**
 * Indexes a patient's words and the sort keys of its studies. The owner's words contain its name
 * too: see `indexOwner`.
 */
export async function indexPatient(unscopedDb: UnscopedDb, patientId: PatientId): Promise<void> {
  const [patient] = await findPatientTexts(unscopedDb, { patientId })
  if (!patient) throw new Error('a patient that does not exist cannot be indexed')
  const merged = await listMergedPatients(unscopedDb, patientId)
  const { clinicId, ownerId, owner } = patient
  const formerOwners = ownerId === null ? [] : await listMergedOwners(unscopedDb, ownerId)
  const formerNumbers = await listFormerNumbers(unscopedDb, [
    patientId,
    ...merged.map(({ id }) => id),
  ])
  const words = getPatientWords([patient, ...merged], {
    formerNumbers,
    owners: [{ name: owner ?? '', nameGroups: patient.ownerGroups ?? '' }, ...formerOwners].flatMap(
      listNames,
    ),
    breed: patient.breed,
  })
  const keys = {
    patientId,
    patientIdKey: foldText(patient.patientId),
    ownerKey: foldText(patient.owner ?? ''),
    breedKey: foldText(formatBreed(patient.breed ?? '', 'en')),
    breedKeyFr: foldText(formatBreed(patient.breed ?? '', 'fr')),
  }
  await removePatientWords(unscopedDb, { patientId })
  await insertPatientWords(unscopedDb, { clinicId, id: patientId, words })
  await setKeysOfStudies(unscopedDb, {
    ...keys,
    patientNameKey: foldText(patient.name),
    speciesId: patient.speciesId ?? 0,
  })
  await setPatientKeys(unscopedDb, keys)
}

/** The queries of `indexPatient` are built once: received images create patients. */
const findPatientTexts = prepareQuery((unscopedDb, { patientId }: OfPatient) =>
  unscopedDb
    .selectFrom('patient')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .leftJoin('breed', 'breed.id', 'patient.breedId')
    .select([
      'patient.clinicId',
      'patient.name',
      'patient.nameGroups',
      'patient.patientId',
      'patient.accessionCode',
      'patient.speciesId',
      'patient.ownerId',
      'owner.name as owner',
      'owner.nameGroups as ownerGroups',
      'breed.name as breed',
    ])
    .where('patient.id', '=', patientId),
)

const removePatientWords = prepareQuery((unscopedDb, { patientId }: OfPatient) =>
  unscopedDb.deleteFrom('patientWord').where('patientId', '=', patientId),
)

const setKeysOfStudies = prepareQuery(
  (unscopedDb, { patientId, ...keys }: OfPatient & Omit<StudyKeys, 'userKey'>) =>
    unscopedDb
      .updateTable('study')
      .set({
        ...keys,
        userKey: (study) =>
          study
            .selectFrom('user')
            .select('user.usernameKey')
            .whereRef('user.id', '=', 'study.userId')
            .$asScalar()
            .$notNull(),
      })
      .where('patientId', '=', patientId),
)

const setPatientKeys = prepareQuery(
  (
    unscopedDb,
    {
      patientId,
      ...keys
    }: OfPatient & Pick<StudyKeys, 'patientIdKey' | 'ownerKey' | 'breedKey' | 'breedKeyFr'>,
  ) =>
    unscopedDb
      .updateTable('patient')
      .set({ ...keys, indexVersion })
      .where('id', '=', patientId),
)

/** The patient IDs that a patient, or one that was merged into it, had before a correction. */
async function listFormerNumbers(
  unscopedDb: UnscopedDb,
  patientIds: readonly PatientId[],
): Promise<string[]> {
  const found: string[] = []
  for (const patientId of patientIds)
    for (const { number } of await listNumbersOfPatient(unscopedDb, { patientId }))
      found.push(number)
  return found
}

const listNumbersOfPatient = prepareQuery((unscopedDb, { patientId }: OfPatient) =>
  unscopedDb.selectFrom('formerNumber').select('number').where('patientDatabaseId', '=', patientId),
)

const findStudyKeys = prepareQuery((unscopedDb, { studyId }: { readonly studyId: StudyId }) =>
  unscopedDb
    .selectFrom('study')
    .innerJoin('user', 'user.id', 'study.userId')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .select([
      'user.usernameKey as userKey',
      'patient.search as patientNameKey',
      'patient.patientIdKey',
      'patient.ownerKey',
      'patient.breedKey',
      'patient.breedKeyFr',
      'patient.speciesId',
    ])
    .where('study.id', '=', studyId),
)

type StudyKeys = Pick<
  Selectable<Database['study']>,
  | 'userKey'
  | 'patientNameKey'
  | 'patientIdKey'
  | 'ownerKey'
  | 'breedKey'
  | 'breedKeyFr'
  | 'speciesId'
>

const setStudyKeys = prepareQuery(
  (unscopedDb, { studyId, ...keys }: StudyKeys & { readonly studyId: StudyId }) =>
    unscopedDb.updateTable('study').set(keys).where('id', '=', studyId),
)

const findKeysOfPatientAndUser = prepareQuery(
  (unscopedDb, { patientId, userId }: OfPatient & { readonly userId: UserId }) =>
    unscopedDb
      .selectFrom('patient')
      .innerJoin('user', (join) => join.on('user.id', '=', userId))
      .select([
        'user.usernameKey as userKey',
        'patient.search as patientNameKey',
        'patient.patientIdKey',
        'patient.ownerKey',
        'patient.breedKey',
        'patient.breedKeyFr',
        'patient.speciesId',
      ])
      .where('patient.id', '=', patientId),
)

/**
 * The sort keys of a study that is about to be inserted. Setting them afterwards, as `indexStudy`
 * does, writes the entries of the study in ten indexes twice.
 */
export async function findStudyKeysOf(
  unscopedDb: UnscopedDb,
  owners: OfPatient & { readonly userId: UserId },
): Promise<StudyKeys> {
  const [found] = await findKeysOfPatientAndUser(unscopedDb, owners)
  if (!found) throw new Error('a study without a patient')
  return { ...found, speciesId: found.speciesId ?? 0 }
}

/** Sets the sort keys of a new study: those of its patient and of its user. */
export async function indexStudy(unscopedDb: UnscopedDb, studyId: StudyId): Promise<void> {
  const [found] = await findStudyKeys(unscopedDb, { studyId })
  if (!found) throw new Error('a study without a patient')
  await setStudyKeys(unscopedDb, { ...found, speciesId: found.speciesId ?? 0, studyId })
}

/**
 * Indexes records that an older version or a bulk insert has written; at a start in small
 * transactions.
 */
export async function indexOutdatedRecords(unscopedDb: UnscopedDb): Promise<void> {
  const indexBatch = async (unscopedDb: UnscopedDb) =>
    (await indexOwnerBatch(unscopedDb)) + (await indexPatientBatch(unscopedDb))
  for (;;) {
    const indexed = await (unscopedDb.isTransaction
      ? indexBatch(unscopedDb)
      : unscopedDb.transaction().execute(indexBatch))
    if (indexed === 0) return
  }
}

async function indexOwnerBatch(unscopedDb: UnscopedDb): Promise<number> {
  const owners = await unscopedDb
    .selectFrom('owner')
    .select(['id', 'clinicId', 'phone', 'email'])
    .where('indexVersion', '<', indexVersion)
    .limit(batchSize)
    .execute()
  for (const owner of owners) {
    await unscopedDb
      .updateTable('owner')
      .set(await findFreeKeys(unscopedDb, owner))
      .where('id', '=', owner.id)
      .execute()
    await indexOwner(unscopedDb, owner.id)
  }
  return owners.length
}

/**
 * Owners from before the uniqueness check may share a phone number; only the first gets the key.
 */
async function findFreeKeys(
  unscopedDb: UnscopedDb,
  owner: Pick<Database['owner'], 'clinicId' | 'phone' | 'email'> & { readonly id: OwnerId },
) {
  const isFree = async (column: 'phoneKey' | 'emailKey', key: string | null) =>
    key !== null &&
    (await unscopedDb
      .selectFrom('owner')
      .select('id')
      .where('clinicId', '=', owner.clinicId)
      .where(column, '=', key)
      .where('id', '<>', owner.id)
      .where('status', '=', 'Active')
      .executeTakeFirst()) === undefined
  const phone = toPhoneKey(owner.phone)
  const email = toEmailKey(owner.email)
  return {
    phoneKey: (await isFree('phoneKey', phone)) ? phone : null,
    emailKey: (await isFree('emailKey', email)) ? email : null,
  }
}

async function indexPatientBatch(unscopedDb: UnscopedDb): Promise<number> {
  const patients = await unscopedDb
    .selectFrom('patient')
    .select('id')
    .where('indexVersion', '<', indexVersion)
    .limit(batchSize)
    .execute()
  for (const { id } of patients) await indexPatient(unscopedDb, id)
  return patients.length
}
