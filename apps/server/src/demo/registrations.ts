import { foldText, getSpeciesId } from '@talus/contract'
import type { BreedId, Day, OwnerId, PatientId, Species, UserId } from '@talus/contract'
import type { UnscopedDb } from '../db/open.ts'
import type { Animal } from './animals.ts'
import { day, toDay, toInstant } from './calendar.ts'
import type { SeededClinic } from './clinics-and-users.ts'

/** The patient data that its studies and cases need. */
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
      search: foldText(plan.name),
      clinicId: clinic.id,
      createdOn: toInstant(registeredOn),
      status: 'Active',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name: plan.name, phone: plan.phone, address: plan.address }
}

/** An animal, or a human patient, who has no species, breed or owner. */
export type PatientProfile = Omit<Animal, 'species' | 'breed'> &
  Partial<Pick<Animal, 'species' | 'breed'>>

export interface PatientPlan {
  /** The running number within the clinic. */
  readonly number: number
  readonly profile: PatientProfile
  readonly breedId: BreedId | null
  readonly owner: SeededOwner | null
  readonly registeredOn: number
  readonly userId: UserId
}

export async function seedPatient(
  unscopedDb: UnscopedDb,
  clinic: SeededClinic,
  { number, profile, breedId, owner, registeredOn, userId }: PatientPlan,
): Promise<SeededPatient> {
  const birthDate = toDay(registeredOn - profile.ageDays * day, clinic.timeZone)
  const kind = profile.species ?? null
  const { id } = await unscopedDb
    .insertInto('patient')
    .values({
      patientId: `TAL-${String(number).padStart(5, '0')}`,
      name: profile.name,
      search: foldText(profile.name),
      speciesId: kind && getSpeciesId(kind),
      sex: profile.sex,
      accessionCode: createAccessionCode(registeredOn, number),
      birthDate,
      neutered: profile.isNeutered,
      breedId,
      description: profile.description,
      ownerId: owner?.id ?? null,
      clinicId: clinic.id,
      userId,
      createdOn: toInstant(registeredOn),
      status: 'Active',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    id,
    species: kind,
    breedId,
    birthDate,
    weightKg: profile.weightKg,
    isMale: profile.sex === 'Male',
    isNeutered: profile.isNeutered,
    name: profile.name,
    owner,
  }
}

/**
 * Creates a code from a time in milliseconds, as the product does; its last digits are unique to
 * the patient.
 */
const createAccessionCode = (registeredOn: number, number: number) =>
  String(registeredOn - (registeredOn % 1000) + number)
