import { folded } from '@talus/contract'
import type { OwnerId, PatientId, StudyId } from '@talus/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'
import { emailKey, ownerWords, patientWords, phoneKey } from './words.ts'

/**
 * Words and sort keys are copies, made here and nowhere else. Whoever writes an owner, patient or
 * study calls these in the same transaction; a start finds what was written by an older rule.
 */
type UnscopedDb = Kysely<Database>

/** Raise it when the rule of words.ts changes: every record is then put into the lists again. */
export const indexVersion = 2
const batch = 200

export async function indexOwner(unscopedDb: UnscopedDb, ownerId: OwnerId): Promise<void> {
  const owner = await unscopedDb
    .selectFrom('owner')
    .select(['clinicId', 'name', 'phone', 'email'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const animals = await unscopedDb
    .selectFrom('patient')
    .select(['id', 'name'])
    .where('ownerId', '=', ownerId)
    .where('status', '=', 'Active')
    .execute()
  const words = ownerWords({ ...owner, animals: animals.map(({ name }) => name) })
  await unscopedDb.deleteFrom('ownerWord').where('ownerId', '=', ownerId).execute()
  // A name of nothing but accents has no words.
  if (words.length > 0)
    await unscopedDb
      .insertInto('ownerWord')
      .values(words.map((word) => ({ ...word, ownerId, clinicId: owner.clinicId })))
      // Another server that starts at the same time writes the same words.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await unscopedDb.updateTable('owner').set({ indexVersion }).where('id', '=', ownerId).execute()
}

/** Its words, and the keys of its studies. Its owner's words name it too: see `indexOwner`. */
export async function indexPatient(unscopedDb: UnscopedDb, patientId: PatientId): Promise<void> {
  const patient = await unscopedDb
    .selectFrom('patient')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .leftJoin('breed', 'breed.id', 'patient.breedId')
    .select([
      'patient.clinicId',
      'patient.name',
      'patient.patientId',
      'patient.accessionCode',
      'patient.speciesId',
      'owner.name as owner',
      'breed.name as breed',
    ])
    .where('patient.id', '=', patientId)
    .executeTakeFirstOrThrow()
  const words = patientWords(patient)
  const keys = {
    patientIdKey: folded(patient.patientId),
    ownerKey: folded(patient.owner ?? ''),
    breedKey: folded(patient.breed ?? ''),
  }
  await unscopedDb.deleteFrom('patientWord').where('patientId', '=', patientId).execute()
  if (words.length > 0)
    await unscopedDb
      .insertInto('patientWord')
      .values(words.map((word) => ({ ...word, patientId, clinicId: patient.clinicId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await unscopedDb
    .updateTable('study')
    .set({
      ...keys,
      patientNameKey: folded(patient.name),
      speciesId: patient.speciesId ?? 0,
      userKey: (study) =>
        study
          .selectFrom('user')
          .select('user.usernameKey')
          .whereRef('user.id', '=', 'study.userId')
          .$asScalar()
          .$notNull(),
    })
    .where('patientId', '=', patientId)
    .execute()
  await unscopedDb
    .updateTable('patient')
    .set({ ...keys, indexVersion })
    .where('id', '=', patientId)
    .execute()
}

/** The keys of a new study: those of its patient, and of who made it. */
export async function indexStudy(unscopedDb: UnscopedDb, studyId: StudyId): Promise<void> {
  const { speciesId, ...keys } = await unscopedDb
    .selectFrom('study')
    .innerJoin('user', 'user.id', 'study.userId')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .select([
      'user.usernameKey as userKey',
      'patient.search as patientNameKey',
      'patient.patientIdKey',
      'patient.ownerKey',
      'patient.breedKey',
      'patient.speciesId',
    ])
    .where('study.id', '=', studyId)
    .executeTakeFirstOrThrow()
  await unscopedDb
    .updateTable('study')
    .set({ ...keys, speciesId: speciesId ?? 0 })
    .where('id', '=', studyId)
    .execute()
}

/** What was written by an older version, or by many at once: at a start in small transactions. */
export async function indexWhatIsNot(unscopedDb: UnscopedDb): Promise<void> {
  const some = async (unscopedDb: UnscopedDb) =>
    (await indexSomeOwners(unscopedDb)) + (await indexSomePatients(unscopedDb))
  for (;;) {
    const indexed = await (unscopedDb.isTransaction
      ? some(unscopedDb)
      : unscopedDb.transaction().execute(some))
    if (indexed === 0) return
  }
}

async function indexSomeOwners(unscopedDb: UnscopedDb): Promise<number> {
  const owners = await unscopedDb
    .selectFrom('owner')
    .select(['id', 'clinicId', 'phone', 'email'])
    .where('indexVersion', '<', indexVersion)
    .limit(batch)
    .execute()
  for (const owner of owners) {
    await unscopedDb
      .updateTable('owner')
      .set(await freeKeys(unscopedDb, owner))
      .where('id', '=', owner.id)
      .execute()
    await indexOwner(unscopedDb, owner.id)
  }
  return owners.length
}

/** Where two owners share a number from before that was looked at, the first keeps the key. */
async function freeKeys(
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
  const phone = phoneKey(owner.phone)
  const email = emailKey(owner.email)
  return {
    phoneKey: (await isFree('phoneKey', phone)) ? phone : null,
    emailKey: (await isFree('emailKey', email)) ? email : null,
  }
}

async function indexSomePatients(unscopedDb: UnscopedDb): Promise<number> {
  const patients = await unscopedDb
    .selectFrom('patient')
    .select('id')
    .where('indexVersion', '<', indexVersion)
    .limit(batch)
    .execute()
  for (const { id } of patients) await indexPatient(unscopedDb, id)
  return patients.length
}
