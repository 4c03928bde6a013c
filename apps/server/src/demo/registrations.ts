import { folded, speciesIdOf } from '@talus/contract'
import type { BreedId, Day, OwnerId, PatientId, Species, UserId } from '@talus/contract'
import type { UnscopedDb } from '../db/open.ts'
import type { Animal } from './animals.ts'
import { day, dayOf, instant } from './calendar.ts'
import type { SeededClinic } from './clinics-and-users.ts'

/** What is known of a patient when its studies and cases are made. */
export interface SeededPatient {
  readonly id: PatientId
  readonly species: Species | null
  readonly breedId: BreedId | null
  readonly birthDate: Day
  readonly weightKg: number
  readonly isMale: boolean
  readonly isNeutered: boolean
  readonly name: string
  readonly owner: SeededOwner | null
}

export interface SeededOwner {
  readonly id: OwnerId
  readonly name: string
  readonly phone: string | null
  readonly address: string
}

export interface OwnerPlan {
  readonly name: string
  readonly address: string
  readonly phone: string | null
  readonly email: string | null
  readonly registeredOn: number
  readonly userId: UserId
}

export async function seedOwner(
  unscopedDb: UnscopedDb,
  clinic: SeededClinic,
  { registeredOn, ...plan }: OwnerPlan,
): Promise<SeededOwner> {
  const { id } = await unscopedDb
    .insertInto('owner')
    .values({
      ...plan,
      search: folded(plan.name),
      clinicId: clinic.id,
      createdOn: instant(registeredOn),
      status: 'Active',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name: plan.name, phone: plan.phone, address: plan.address }
}

/** An animal, or a person in a clinic for people: without species, breed and owner. */
export type Being = Omit<Animal, 'species' | 'breed'> & Partial<Pick<Animal, 'species' | 'breed'>>

export interface PatientPlan {
  /** The running number within the clinic. */
  readonly number: number
  readonly being: Being
  readonly breedId: BreedId | null
  readonly owner: SeededOwner | null
  readonly registeredOn: number
  readonly userId: UserId
}

export async function seedPatient(
  unscopedDb: UnscopedDb,
  clinic: SeededClinic,
  { number, being, breedId, owner, registeredOn, userId }: PatientPlan,
): Promise<SeededPatient> {
  const birthDate = dayOf(registeredOn - being.ageDays * day, clinic.timeZone)
  const kind = being.species ?? null
  const { id } = await unscopedDb
    .insertInto('patient')
    .values({
      patientId: `TAL-${String(number).padStart(5, '0')}`,
      name: being.name,
      search: folded(being.name),
      speciesId: kind && speciesIdOf(kind),
      sex: being.sex,
      accessionCode: accessionCode(registeredOn, number),
      birthDate,
      neutered: being.isNeutered,
      breedId,
      description: being.description,
      ownerId: owner?.id ?? null,
      clinicId: clinic.id,
      userId,
      createdOn: instant(registeredOn),
      status: 'Active',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    id,
    species: kind,
    breedId,
    birthDate,
    weightKg: being.weightKg,
    isMale: being.sex === 'Male',
    isNeutered: being.isNeutered,
    name: being.name,
    owner,
  }
}

/** A time in milliseconds, as the product makes them, whose last digits no two patients share. */
const accessionCode = (registeredOn: number, number: number) =>
  String(registeredOn - (registeredOn % 1000) + number)
