import { folded, refuse } from '@talus/contract'
import type { ClinicId, FieldFault, PatientChange, PatientDraft } from '@talus/contract'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { indexOwner, indexPatient, touchClinic } from '../../db/listing/index.ts'
import type { ClinicTable, PatientTable } from '../../db/tables.ts'
import { Taken } from '../../db/unique-violation.ts'
import { dayIn } from '../../time/day-in.ts'
import { difference, record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import { freeNumber } from './free-number.ts'
import { find as findOwner } from './owners.queries.ts'
import * as patients from './patients.queries.ts'
import { enter } from './registration.ts'

type Draft = z.output<typeof PatientDraft>
type Clinic = Selectable<ClinicTable>
type Patient = Selectable<PatientTable>
type Faults = Partial<Record<keyof Draft, FieldFault>>

const animalFields = ['speciesId', 'breedId', 'ownerId'] as const

/**
 * An animal has a species and an owner. A person has neither: such a value is refused rather than
 * dropped in silence. What the record has from a time when its clinic was of the other type may stay.
 */
function faultsOfType(clinicType: Clinic['clinicType'], wanted: Draft, before?: Patient): Faults {
  const faults: Faults = {}
  if (clinicType === 'Human') {
    for (const field of animalFields)
      if (wanted[field] !== null && wanted[field] !== before?.[field])
        faults[field] = 'field/invalid'
    return faults
  }
  if (wanted.speciesId === null) faults.speciesId = 'field/required'
  // An animal that was received from elsewhere has no owner here, and can be corrected all the same.
  if (wanted.ownerId === null && before?.ownerId !== null) faults.ownerId = 'field/required'
  return faults
}

async function check(
  { db, clock }: Change,
  clinic: Clinic,
  wanted: Draft,
  before?: Patient,
): Promise<void> {
  const faults = faultsOfType(clinic.clinicType, wanted, before)
  const { breedId, birthDate, ownerId } = wanted
  if (breedId !== null) {
    const breed = await patients.findBreed(db, breedId)
    if (breed === undefined || breed.speciesId !== wanted.speciesId)
      faults.breedId = 'field/invalid'
  }
  if (birthDate !== null && birthDate > dayIn(clinic.timeZone, clock()))
    faults.birthDate = 'field/future-date'
  // Whoever has the animal already keeps it, also when he is no longer active.
  if (ownerId !== null && ownerId !== before?.ownerId) {
    const owner = await findOwner(db.within(clinic.id), ownerId)
    if (owner?.status !== 'Active') faults.ownerId = 'field/invalid'
  }
  if (Object.keys(faults).length > 0) refuse('request/invalid', { fields: faults })
}

/** As given; otherwise as it was, or the time of the registration. */
async function identifiersOf({ db, clock }: Change, wanted: Draft, before?: Patient) {
  const identifier = async (name: patients.Identifier) =>
    wanted[name] || before?.[name] || (await freeNumber(db, name, clock()))
  const identifiers = {
    patientId: await identifier('patientId'),
    accessionCode: await identifier('accessionCode'),
  }
  const isTaken = async (name: patients.Identifier) =>
    (await patients.taken(db, name, [identifiers[name]], before?.id)).size > 0
  const taken = [
    ...((await isTaken('patientId')) ? ['patientId'] : []),
    ...((await isTaken('accessionCode')) ? ['accessionCode'] : []),
  ]
  if (taken.length > 0) throw new Taken('patient', taken)
  return identifiers
}

const columnsOf = (wanted: Draft) => ({
  name: wanted.name,
  search: folded(wanted.name),
  speciesId: wanted.speciesId,
  sex: wanted.sex,
  birthDate: wanted.birthDate,
  neutered: wanted.neutered,
  breedId: wanted.breedId,
  description: wanted.description,
  ownerId: wanted.ownerId,
})

/** Its owners are found by its name: the one it has, and the one it had. */
async function index(db: ClinicDb, patient: Patient, before?: Patient) {
  await indexPatient(db.unscopedDb, patient.id)
  for (const ownerId of new Set([patient.ownerId, before?.ownerId ?? null]))
    if (ownerId !== null) await indexOwner(db.unscopedDb, ownerId)
}

export async function create(change: Change, draft: Draft, clinicId: ClinicId | null) {
  if (clinicId === null) refuse('clinic/of-user-not-found')
  return change.db.transaction(async (db) => {
    const inClinic = { ...change, db: db.within(clinicId) }
    await check(inClinic, await enter(db, clinicId), draft)
    const patient = await patients.insert(db, {
      ...columnsOf(draft),
      ...(await identifiersOf(inClinic, draft)),
      clinicId,
      userId: change.actor.id,
      createdOn: change.clock().toISOString(),
    })
    await index(db, patient)
    return patient
  })
}

export async function update(change: Change, wanted: z.output<typeof PatientChange>) {
  return change.db.transaction(async (db) => {
    const { clinicId } = (await patients.find(db, wanted.id)) ?? refuse('record/not-found')
    const inClinic = { ...change, db: db.within(clinicId) }
    const clinic = await enter(db, clinicId)
    const before = (await patients.find(db, wanted.id)) ?? refuse('record/not-found')
    await check(inClinic, clinic, wanted, before)
    const after = {
      ...columnsOf(wanted),
      ...(await identifiersOf(inClinic, wanted, before)),
      status: wanted.status ?? before.status,
    }
    await patients.update(db, before.id, after)
    const patient = { ...before, ...after }
    await index(db, patient, before)
    const event = { action: 'patient.update' as const, entityId: before.id, clinicId }
    const { search: _key, ...told } = after
    await record(
      { ...change, db },
      { ...event, subject: before.name, ...difference({ ...before }, told) },
    )
    await touchClinic(db.unscopedDb, clinicId)
    return patient
  })
}
