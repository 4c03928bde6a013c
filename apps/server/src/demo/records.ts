import { foldText, getSpeciesId } from '@talus/contract'
import type { BreedId, Species, StudyId, StudyModality, UserId } from '@talus/contract'
import type { UnscopedDb } from '../db/open.ts'
import { createAnimals, distributeAnimals } from './animals.ts'
import { toInstant, minute, planVisits } from './calendar.ts'
import { getId } from './clinics-and-users.ts'
import type { SeededClinic, SeededUsers } from './clinics-and-users.ts'
import type { ClinicKey } from './demo-clinics.ts'
import { recordUsers } from './demo-users.ts'
import { humanPatients, ownersEn, ownersFr } from './owners.ts'
import type { OwnerEntry } from './owners.ts'
import { createRandom } from './random.ts'
import type { Random } from './random.ts'
import { seedOwner, seedPatient } from './registrations.ts'
import type { PatientProfile, SeededOwner, SeededPatient } from './registrations.ts'

export interface SeededStudy {
  readonly id: StudyId
  readonly madeOn: number
  readonly modality: StudyModality
  readonly patient: SeededPatient
}

interface Volume {
  readonly animals: Readonly<Record<Species, number>> | null
  readonly owners: readonly OwnerEntry[]
  readonly areaCode: string
  readonly studies: number
  readonly today: number
  readonly yesterday: number
}

/** In total 40 owners, 80 patients and 150 studies. */
const volumes: Readonly<Record<ClinicKey, Volume>> = {
  en: {
    animals: { Canine: 23, Feline: 14, Equine: 5 },
    owners: ownersEn,
    areaCode: '519',
    studies: 80,
    today: 4,
    yesterday: 5,
  },
  fr: {
    animals: { Canine: 19, Feline: 12, Equine: 3 },
    owners: ownersFr,
    areaCode: '450',
    studies: 64,
    today: 3,
    yesterday: 4,
  },
  human: { animals: null, owners: [], areaCode: '250', studies: 6, today: 1, yesterday: 1 },
}

interface Seeding {
  readonly unscopedDb: UnscopedDb
  readonly key: ClinicKey
  readonly clinic: SeededClinic
  readonly users: SeededUsers
  readonly breedIds: ReadonlyMap<string, BreedId>
  readonly now: number
}

export const toBreedKey = (speciesId: number, name: string) => `${speciesId} ${name}`

/** Inserts the owners, patients and studies of a clinic, each in chronological order. */
export async function seedRecords(seeding: Seeding): Promise<readonly SeededStudy[]> {
  const { key, clinic, now } = seeding
  const volume = volumes[key]
  const random = createRandom(`${key} records`)
  const profiles = volume.animals
    ? createAnimals(random, clinic.lang, volume.animals)
    : createHumans()
  const ownerIndexes = distributeAnimals(random, volume.owners.length, profiles.length).flatMap(
    (count, owner) => Array.from({ length: count }, () => owner),
  )
  // Every patient has one study, some have more; the order is random.
  const repeated = Array.from({ length: volume.studies - profiles.length }, () =>
    random.pick(profiles),
  )
  const visitors = random.shuffle([...profiles, ...repeated])
  const times = planVisits(createRandom(`${key} visits`), {
    ...volume,
    ...clinic,
    total: volume.studies,
    now,
  })
  const studies = visitors
    .map((profile, index) => ({ profile, madeOn: times[index] ?? now }))
    .toSorted((a, b) => a.madeOn - b.madeOn)

  const arrivals = findFirstVisits(random, studies)
  const owners = await seedOwners(
    seeding,
    volume,
    findOwnerArrivals(profiles, ownerIndexes, arrivals),
  )
  const patients = await seedPatients(seeding, random, arrivals, (profile) =>
    owners.get(ownerIndexes[profiles.indexOf(profile)] ?? -1),
  )
  return seedStudies(seeding, random, studies, patients)
}

const createHumans = (): readonly PatientProfile[] =>
  humanPatients.map(([name, sex, ageYears], index) => ({
    name,
    sex,
    ageDays: ageYears * 365 + index * 53,
    weightKg: 70,
    description: '',
    isNeutered: false,
  }))

type Arrivals = ReadonlyMap<PatientProfile, number>
type Visit = { readonly profile: PatientProfile; readonly madeOn: number }

/** A patient is registered some minutes before its first study. */
function findFirstVisits(random: Random, studies: readonly Visit[]): Arrivals {
  const arrivals = new Map<PatientProfile, number>()
  for (const { profile, madeOn } of studies)
    if (!arrivals.has(profile)) arrivals.set(profile, madeOn - random.integer(6, 35) * minute)
  return new Map([...arrivals].toSorted(([, a], [, b]) => a - b))
}

function findOwnerArrivals(
  profiles: readonly PatientProfile[],
  ownerIndexes: readonly number[],
  arrivals: Arrivals,
) {
  const first = new Map<number, number>()
  for (const [profile, at] of arrivals) {
    const owner = ownerIndexes[profiles.indexOf(profile)]
    if (owner !== undefined && !first.has(owner)) first.set(owner, at - 3 * minute)
  }
  return first
}

const toMailbox = (name: string) => foldText(name).replaceAll(/[^a-z]+/gu, '.')
/**
 * Some owners have no phone number and some no email address, so that the demo shows lists with
 * gaps.
 */
const withoutPhone = 8
const withoutEmail = [3, 13]

async function seedOwners(
  { unscopedDb, key, clinic, users }: Seeding,
  { owners, areaCode }: Volume,
  arrivals: ReadonlyMap<number, number>,
) {
  const random = createRandom(`${key} owners`)
  const seeded = new Map<number, SeededOwner>()
  for (const [index, registeredOn] of arrivals) {
    const [name, address] = owners[index] ?? ['', '']
    const phone = `${areaCode}-555-${String(101 + index).padStart(4, '0')}`
    const email = `${toMailbox(name)}@${index % 2 === 0 ? 'example.com' : 'example.org'}`
    const owner = await seedOwner(unscopedDb, clinic, {
      name,
      address,
      phone: index === withoutPhone ? null : phone,
      email: withoutEmail.includes(index) ? null : email,
      registeredOn,
      userId: pickUser(random, key, users),
    })
    seeded.set(index, owner)
  }
  return seeded
}

async function seedPatients(
  { unscopedDb, key, clinic, users, breedIds }: Seeding,
  random: Random,
  arrivals: Arrivals,
  findOwner: (profile: PatientProfile) => SeededOwner | undefined,
) {
  const seeded = new Map<PatientProfile, SeededPatient>()
  for (const [profile, registeredOn] of arrivals) {
    const { species, breed } = profile
    const breedId =
      species && breed ? getId(breedIds, toBreedKey(getSpeciesId(species), breed)) : null
    const patient = await seedPatient(unscopedDb, clinic, {
      number: seeded.size + 1,
      profile,
      breedId,
      owner: findOwner(profile) ?? null,
      registeredOn,
      userId: pickUser(random, key, users),
    })
    seeded.set(profile, patient)
  }
  return seeded
}

async function seedStudies(
  { unscopedDb, key, clinic, users }: Seeding,
  random: Random,
  studies: readonly Visit[],
  patients: ReadonlyMap<PatientProfile, SeededPatient>,
) {
  const seeded: SeededStudy[] = []
  for (const { profile, madeOn } of studies) {
    const patient = patients.get(profile)
    if (!patient) throw new Error('A study has no patient')
    const isDental = random.chance(0.18) && patient.species !== null && patient.species !== 'Equine'
    const modality = isDental ? 'Dental' : 'General'
    const { id } = await unscopedDb
      .insertInto('study')
      .values({
        patientId: patient.id,
        createdOn: toInstant(madeOn),
        studyInstanceUID: random.createUid(),
        sopInstanceUID: random.createUid(),
        clinicId: clinic.id,
        userId: pickUser(random, key, users),
        isDeleted: false,
        modality,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    seeded.push({ id, madeOn, modality, patient })
  }
  return seeded
}

const pickUser = (random: Random, key: ClinicKey, users: SeededUsers): UserId =>
  getId(users, random.pickWeighted<string>(recordUsers[key]))
