import { foldText } from '@talus/contract'
import type { BreedId, Instant, OwnerId, PatientId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { indexOwner, indexPatient } from '../../../db/listing/index.ts'
import { isSameName, mayBeSameName } from '../../images/index.ts'
import { findFreeNumber } from '../../patients/index.ts'
import * as archive from './records.queries.ts'
import type { Creator } from './records.queries.ts'
import type { PatientValues } from './record-values.ts'

/**
 * Finds or creates the patient of a new study. The patient number alone does not identify a
 * patient: every clinic counts from one. An image in the record of the wrong patient is worse than
 * a duplicate patient.
 */
export async function findOrCreatePatient(
  db: ClinicDb,
  values: PatientValues,
  creator: Creator,
  now: Date,
): Promise<PatientId> {
  return (await findPatient(db, values)) ?? createPatient(db, values, creator, now)
}

async function findPatient(db: ClinicDb, values: PatientValues): Promise<PatientId | undefined> {
  const byNumber =
    values.number === '' ? undefined : await archive.findPatientByNumber(db, values.number)
  if (byNumber && mayBeSameName(byNumber.name, values.name)) return byNumber.id
  if (values.name === '' || values.owner === '') return undefined
  const byName = await archive.findPatientsByNames(db, values.name, values.owner)
  // A patient with another number is another patient, unless the birth date is the same too.
  const isBirthKnown = values.number === '' || values.birthDate !== null
  const matching = byName.filter(({ speciesId, birthDate }) => {
    const isSameBirth =
      values.number === '' ? agree(birthDate, values.birthDate) : birthDate === values.birthDate
    return isBirthKnown && isSameBirth && agree(speciesId, values.speciesId)
  })
  return matching.length === 1 ? matching[0]?.id : undefined
}

const agree = <Value>(one: Value | null, other: Value | null) =>
  one === null || other === null || one === other

async function createPatient(
  db: ClinicDb,
  values: PatientValues,
  creator: Creator,
  now: Date,
): Promise<PatientId> {
  const createdOn = now.toISOString()
  const isFree = values.number !== '' && !(await archive.findPatientByNumber(db, values.number))
  const number = isFree ? values.number : await findFreeNumber(db, 'patientId', now)
  const name = values.name || number
  const { id } = await archive.insertPatient(db, {
    ...creator,
    createdOn,
    patientId: number,
    accessionCode: await findFreeNumber(db, 'accessionCode', now),
    name,
    search: foldText(name),
    speciesId: values.speciesId,
    sex: values.sex,
    birthDate: values.birthDate,
    neutered: values.neutered,
    breedId: await findBreed(db, values),
    description: '',
    ownerId:
      values.owner === '' ? null : await findOrCreateOwner(db, values.owner, creator, createdOn),
  })
  await indexPatient(db.unscopedDb, id)
  return id
}

async function findOrCreateOwner(
  db: ClinicDb,
  name: string,
  creator: Creator,
  createdOn: Instant,
): Promise<OwnerId> {
  const known = await archive.findOwnerByName(db, name)
  if (known) return known.id
  const owner = { ...creator, createdOn, name, search: foldText(name), address: '' }
  const { id } = await archive.insertOwner(db, { ...owner, phone: null, email: null })
  await indexOwner(db.unscopedDb, id)
  return id
}

async function findBreed(
  db: ClinicDb,
  { speciesId, breed }: PatientValues,
): Promise<BreedId | null> {
  if (speciesId === null || (breed.code === '' && breed.name === '')) return null
  const breeds = await archive.listBreeds(db.unscopedDb, speciesId)
  const found =
    breeds.find(({ code }) => code !== null && code === breed.code) ??
    breeds.find(({ name }) => isSameName(name, breed.name))
  return found?.id ?? null
}
