import { folded } from '@talus/contract'
import type { BreedId, Instant, OwnerId, PatientId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { indexOwner, indexPatient } from '../../db/listing/index.ts'
import { freeNumber } from '../patients/index.ts'
import * as archive from './archive.queries.ts'
import type { Creator } from './archive.queries.ts'
import type { FiledPatient } from './filing.ts'
import { isSame, mayBeSame } from './names.ts'

/**
 * The patient that a new study belongs to. A number alone does not tell: every clinic counts from
 * one. An image in the wrong animal's file is worse than an animal that is there twice.
 */
export async function patientFor(
  db: ClinicDb,
  filed: FiledPatient,
  creator: Creator,
  now: Date,
): Promise<PatientId> {
  return (await knownPatient(db, filed)) ?? createPatient(db, filed, creator, now)
}

async function knownPatient(db: ClinicDb, filed: FiledPatient): Promise<PatientId | undefined> {
  const numbered =
    filed.number === '' ? undefined : await archive.findPatientByNumber(db, filed.number)
  if (numbered && mayBeSame(numbered.name, filed.name)) return numbered.id
  if (filed.name === '' || filed.owner === '') return undefined
  const named = await archive.findPatientsByNames(db, filed.name, filed.owner)
  // Under another number it is another animal, unless it was born on the same day too.
  const isBirthKnown = filed.number === '' || filed.birthDate !== null
  const fitting = named.filter(({ speciesId, birthDate }) => {
    const isSameBirth =
      filed.number === '' ? agree(birthDate, filed.birthDate) : birthDate === filed.birthDate
    return isBirthKnown && isSameBirth && agree(speciesId, filed.speciesId)
  })
  return fitting.length === 1 ? fitting[0]?.id : undefined
}

const agree = <Value>(one: Value | null, other: Value | null) =>
  one === null || other === null || one === other

async function createPatient(
  db: ClinicDb,
  filed: FiledPatient,
  creator: Creator,
  now: Date,
): Promise<PatientId> {
  const createdOn = now.toISOString()
  const isFree = filed.number !== '' && !(await archive.findPatientByNumber(db, filed.number))
  const number = isFree ? filed.number : await freeNumber(db, 'patientId', now)
  const name = filed.name || number
  const { id } = await archive.insertPatient(db, {
    ...creator,
    createdOn,
    patientId: number,
    accessionCode: await freeNumber(db, 'accessionCode', now),
    name,
    search: folded(name),
    speciesId: filed.speciesId,
    sex: filed.sex,
    birthDate: filed.birthDate,
    neutered: filed.neutered,
    breedId: await breedFor(db, filed),
    description: '',
    ownerId: filed.owner === '' ? null : await ownerFor(db, filed.owner, creator, createdOn),
  })
  await indexPatient(db.unscopedDb, id)
  return id
}

async function ownerFor(
  db: ClinicDb,
  name: string,
  creator: Creator,
  createdOn: Instant,
): Promise<OwnerId> {
  const known = await archive.findOwnerByName(db, name)
  if (known) return known.id
  const owner = { ...creator, createdOn, name, search: folded(name), address: '' }
  const { id } = await archive.insertOwner(db, { ...owner, phone: null, email: null })
  await indexOwner(db.unscopedDb, id)
  return id
}

async function breedFor(db: ClinicDb, { speciesId, breed }: FiledPatient): Promise<BreedId | null> {
  if (speciesId === null || (breed.code === '' && breed.name === '')) return null
  const breeds = await archive.breedsOf(db.unscopedDb, speciesId)
  const found =
    breeds.find(({ code }) => code !== null && code === breed.code) ??
    breeds.find(({ name }) => isSame(name, breed.name))
  return found?.id ?? null
}
