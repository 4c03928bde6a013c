import { folded, speciesIdOf } from '@talus/contract'
import type { BreedId, Species, StudyId, StudyModality, UserId } from '@talus/contract'
import type { UnscopedDb } from '../db/open.ts'
import { animalsOf, shares } from './animals.ts'
import { instant, minute, visits } from './calendar.ts'
import { idOf } from './clinics-and-users.ts'
import type { SeededClinic, SeededUsers } from './clinics-and-users.ts'
import type { ClinicKey } from './demo-clinics.ts'
import { studyMakers } from './demo-users.ts'
import { humanPatients, ownersEn, ownersFr } from './people.ts'
import type { OwnerEntry } from './people.ts'
import { seededRandom } from './random.ts'
import type { Random } from './random.ts'
import { seedOwner, seedPatient } from './registrations.ts'
import type { Being, SeededOwner, SeededPatient } from './registrations.ts'

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

/** 40 owners, 80 patients and 150 studies in all. */
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

export const breedKey = (speciesId: number, name: string) => `${speciesId} ${name}`

/** Owners, patients and studies of a clinic, each entered in the order in which they came. */
export async function seedRecords(seeding: Seeding): Promise<readonly SeededStudy[]> {
  const { key, clinic, now } = seeding
  const volume = volumes[key]
  const random = seededRandom(`${key} records`)
  const beings = volume.animals ? animalsOf(random, clinic.lang, volume.animals) : people()
  const ownerPlaces = shares(random, volume.owners.length, beings.length).flatMap((count, owner) =>
    Array.from({ length: count }, () => owner),
  )
  // Everybody comes once before anybody comes again; then all of it is mixed.
  const again = Array.from({ length: volume.studies - beings.length }, () => random.pick(beings))
  const visitors = random.shuffled([...beings, ...again])
  const times = visits(seededRandom(`${key} visits`), {
    ...volume,
    ...clinic,
    total: volume.studies,
    now,
  })
  const studies = visitors
    .map((being, index) => ({ being, madeOn: times[index] ?? now }))
    .toSorted((a, b) => a.madeOn - b.madeOn)

  const arrivals = firstVisits(random, studies)
  const owners = await seedOwners(seeding, volume, ownersArrivals(beings, ownerPlaces, arrivals))
  const patients = await seedPatients(seeding, random, arrivals, (being) =>
    owners.get(ownerPlaces[beings.indexOf(being)] ?? -1),
  )
  return seedStudies(seeding, random, studies, patients)
}

const people = (): readonly Being[] =>
  humanPatients.map(([name, sex, ageYears], index) => ({
    name,
    sex,
    ageDays: ageYears * 365 + index * 53,
    weightKg: 70,
    description: '',
    isNeutered: false,
  }))

type Arrivals = ReadonlyMap<Being, number>
type Visit = { readonly being: Being; readonly madeOn: number }

/** A patient is entered some minutes before its first study. */
function firstVisits(random: Random, studies: readonly Visit[]): Arrivals {
  const arrivals = new Map<Being, number>()
  for (const { being, madeOn } of studies)
    if (!arrivals.has(being)) arrivals.set(being, madeOn - random.integer(6, 35) * minute)
  return new Map([...arrivals].toSorted(([, a], [, b]) => a - b))
}

function ownersArrivals(
  beings: readonly Being[],
  ownerPlaces: readonly number[],
  arrivals: Arrivals,
) {
  const first = new Map<number, number>()
  for (const [being, at] of arrivals) {
    const owner = ownerPlaces[beings.indexOf(being)]
    if (owner !== undefined && !first.has(owner)) first.set(owner, at - 3 * minute)
  }
  return first
}

const mailbox = (name: string) => folded(name).replaceAll(/[^a-z]+/gu, '.')
/** Some people give no number and some no address: the lists have to look right without. */
const withoutPhone = 8
const withoutEmail = [3, 13]

async function seedOwners(
  { unscopedDb, key, clinic, users }: Seeding,
  { owners, areaCode }: Volume,
  arrivals: ReadonlyMap<number, number>,
) {
  const random = seededRandom(`${key} owners`)
  const seeded = new Map<number, SeededOwner>()
  for (const [place, registeredOn] of arrivals) {
    const [name, address] = owners[place] ?? ['', '']
    const phone = `${areaCode}-555-${String(101 + place).padStart(4, '0')}`
    const email = `${mailbox(name)}@${place % 2 === 0 ? 'example.com' : 'example.org'}`
    const owner = await seedOwner(unscopedDb, clinic, {
      name,
      address,
      phone: place === withoutPhone ? null : phone,
      email: withoutEmail.includes(place) ? null : email,
      registeredOn,
      userId: makerOf(random, key, users),
    })
    seeded.set(place, owner)
  }
  return seeded
}

async function seedPatients(
  { unscopedDb, key, clinic, users, breedIds }: Seeding,
  random: Random,
  arrivals: Arrivals,
  ownerOf: (being: Being) => SeededOwner | undefined,
) {
  const seeded = new Map<Being, SeededPatient>()
  for (const [being, registeredOn] of arrivals) {
    const { species, breed } = being
    const breedId = species && breed ? idOf(breedIds, breedKey(speciesIdOf(species), breed)) : null
    const patient = await seedPatient(unscopedDb, clinic, {
      number: seeded.size + 1,
      being,
      breedId,
      owner: ownerOf(being) ?? null,
      registeredOn,
      userId: makerOf(random, key, users),
    })
    seeded.set(being, patient)
  }
  return seeded
}

async function seedStudies(
  { unscopedDb, key, clinic, users }: Seeding,
  random: Random,
  studies: readonly Visit[],
  patients: ReadonlyMap<Being, SeededPatient>,
) {
  const seeded: SeededStudy[] = []
  for (const { being, madeOn } of studies) {
    const patient = patients.get(being)
    if (!patient) throw new Error('Every visitor has been entered before')
    const isDental = random.chance(0.18) && patient.species !== null && patient.species !== 'Equine'
    const modality = isDental ? 'Dental' : 'General'
    const { id } = await unscopedDb
      .insertInto('study')
      .values({
        patientId: patient.id,
        createdOn: instant(madeOn),
        studyInstanceUID: random.uid(),
        sopInstanceUID: random.uid(),
        clinicId: clinic.id,
        userId: makerOf(random, key, users),
        isDeleted: false,
        modality,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    seeded.push({ id, madeOn, modality, patient })
  }
  return seeded
}

const makerOf = (random: Random, key: ClinicKey, users: SeededUsers): UserId =>
  idOf(users, random.weighted<string>(studyMakers[key]))
