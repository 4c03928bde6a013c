import { foldText, limits, refuse } from '@talus/contract'
import type { ClinicId, FieldFault, PatientChange, PatientDraft, PatientId } from '@talus/contract'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { ClinicDb } from '../../db/clinic-db.ts'
import {
  indexOwner,
  indexPatient,
  touchCasesOfStudies,
  touchClinic,
} from '../../db/listing/index.ts'
import type { ClinicTable, PatientTable } from '../../db/tables.ts'
import { UniqueViolationError } from '../../db/unique-violation.ts'
import { formatDay } from '../../time/format-day.ts'
import { diffValues, recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import { keepFormerNumber } from './former-numbers.queries.ts'
import { findFreeNumber } from './free-number.ts'
import { refuseMergedNumber } from './merged.queries.ts'
import { listHolders, revokeLinksOfFormerOwners } from './open-links.ts'
import { find as findOwner } from './owners.queries.ts'
import * as patients from './patients.queries.ts'
import { lockClinicForRegistration } from './registration.ts'

type Draft = z.output<typeof PatientDraft>
type Clinic = Selectable<ClinicTable>
type Patient = Selectable<PatientTable>
type Faults = Partial<Record<keyof Draft, FieldFault>>

const animalFields = ['speciesId', 'breedId', 'ownerId'] as const

/**
 * An animal has a species and an owner. A person has neither: such a value is refused rather than
 * dropped silently. A value from a time when the clinic had the other type may stay.
 */
function findTypeFaults(clinicType: Clinic['clinicType'], wanted: Draft, before?: Patient): Faults {
  const faults: Faults = {}
  if (clinicType === 'Human') {
    for (const field of animalFields)
      if (wanted[field] !== null && wanted[field] !== before?.[field])
        faults[field] = 'field/invalid'
    return faults
  }
  if (wanted.speciesId === null) faults.speciesId = 'field/required'
  // A patient from a received file has no owner, and can still be corrected.
  if (wanted.ownerId === null && before?.ownerId !== null) faults.ownerId = 'field/required'
  return faults
}

async function validate(
  { db, clock }: ChangeContext,
  clinic: Clinic,
  wanted: Draft,
  before?: Patient,
): Promise<void> {
  const faults = findTypeFaults(clinic.clinicType, wanted, before)
  const { breedId, birthDate, ownerId, patientId = '' } = wanted
  // The long number of a received file stays: its device goes on sending it.
  if (patientId !== before?.patientId && patientId.length > limits.patientNumberMax)
    faults.patientId = 'patient/number-too-long'
  if (breedId !== null) {
    const breed = await patients.findBreed(db, breedId)
    if (breed === undefined || breed.speciesId !== wanted.speciesId)
      faults.breedId = 'field/invalid'
  }
  if (birthDate !== null && birthDate > formatDay(clinic.timeZone, clock()))
    faults.birthDate = 'field/future-date'
  // The current owner of the patient stays valid, even if they are inactive.
  if (ownerId !== null && ownerId !== before?.ownerId) {
    const owner = await findOwner(db.within(clinic.id), ownerId)
    if (owner?.status !== 'Active') faults.ownerId = 'field/invalid'
  }
  if (Object.keys(faults).length > 0) refuse('request/invalid', { fields: faults })
}

const identifierNames = ['patientId', 'accessionCode'] as const

/** The identifiers of the request; otherwise the previous ones, or the time of the registration. */
async function assignIdentifiers({ db, clock }: ChangeContext, wanted: Draft, before?: Patient) {
  const identifier = async (name: patients.Identifier) =>
    wanted[name] || before?.[name] || (await findFreeNumber(db, name, clock()))
  const identifiers = {
    patientId: await identifier('patientId'),
    accessionCode: await identifier('accessionCode'),
  }
  const isTaken = async (name: patients.Identifier) =>
    (await patients.findTaken(db, name, [identifiers[name]], before?.id)).size > 0
  const taken = [
    ...((await isTaken('patientId')) ? ['patientId'] : []),
    ...((await isTaken('accessionCode')) ? ['accessionCode'] : []),
  ]
  for (const name of identifierNames)
    if (taken.includes(name)) await refuseMergedNumber(db, name, identifiers[name])
  if (taken.length > 0) throw new UniqueViolationError('patient', taken)
  return identifiers
}

const toColumns = (wanted: Draft) => ({
  name: wanted.name,
  search: foldText(wanted.name),
  speciesId: wanted.speciesId,
  sex: wanted.sex,
  birthDate: wanted.birthDate,
  neutered: wanted.neutered,
  breedId: wanted.breedId,
  description: wanted.description,
  ownerId: wanted.ownerId,
})

/** The writings of another name are not those of the new one. */
const keepGroups = ({ search, nameGroups }: Patient, name: string) =>
  foldText(name) === search ? nameGroups : ''

/**
 * Owners are found by the names of their patients, so the current and the previous owner are
 * indexed too.
 */
async function indexWithOwners(db: ClinicDb, patient: Patient, before?: Patient) {
  await indexPatient(db.unscopedDb, patient.id)
  for (const ownerId of new Set([patient.ownerId, before?.ownerId ?? null]))
    if (ownerId !== null) await indexOwner(db.unscopedDb, ownerId)
}

export async function create(change: ChangeContext, draft: Draft, clinicId: ClinicId | null) {
  if (clinicId === null) refuse('clinic/of-user-not-found')
  return change.db.transaction(async (db) => {
    const inClinic = { ...change, db: db.within(clinicId) }
    await validate(inClinic, await lockClinicForRegistration(db, clinicId), draft)
    const patient = await patients.insert(db, {
      ...toColumns(draft),
      ...(await assignIdentifiers(inClinic, draft)),
      clinicId,
      userId: change.actor.id,
      createdOn: change.clock().toISOString(),
    })
    await indexWithOwners(db, patient)
    const event = { action: 'patient.create' as const, entityId: patient.id, clinicId }
    await recordAuditEvent(
      { ...change, db },
      { ...event, subject: patient.name, after: { ...draft, patientId: patient.patientId } },
    )
    return patient
  })
}

export async function update(change: ChangeContext, wanted: z.output<typeof PatientChange>) {
  return change.db.transaction(async (db) => {
    const { clinicId } = (await patients.find(db, wanted.id)) ?? refuse('record/not-found')
    const inClinic = { ...change, db: db.within(clinicId) }
    const clinic = await lockClinicForRegistration(db, clinicId)
    const before = (await patients.find(db, wanted.id)) ?? refuse('record/not-found')
    if (before.mergedIntoId !== null) refuse('reassign/merged')
    await validate(inClinic, clinic, wanted, before)
    const after = {
      ...toColumns(wanted),
      nameGroups: keepGroups(before, wanted.name),
      ...(await assignIdentifiers(inClinic, wanted, before)),
      status: wanted.status ?? before.status,
    }
    const studyIds = await patients.listStudyIds(db, before.id)
    const holders = await listHolders(db, studyIds)
    await patients.update(db, before.id, after)
    await revokeLinksOfFormerOwners({ ...change, db }, holders)
    if (after.patientId !== before.patientId)
      await keepFormerNumber(db, before, after.patientId, change.clock().toISOString())
    const patient = { ...before, ...after }
    await indexWithOwners(db, patient, before)
    const event = { action: 'patient.update' as const, entityId: before.id, clinicId }
    const { search: _key, ...audited } = after
    await recordAuditEvent(
      { ...change, db },
      { ...event, subject: before.name, ...diffValues({ ...before }, audited) },
    )
    await touchCasesOfStudies(db, clinicId, studyIds)
    await touchClinic(db.unscopedDb, clinicId)
    return patient
  })
}

/** Makes a deleted patient usable again; a merged one stays as it is, because another replaces it. */
export async function reactivate(change: ChangeContext, id: PatientId): Promise<void> {
  await change.db.transaction(async (db) => {
    const { clinicId } = (await patients.find(db, id)) ?? refuse('record/not-found')
    await lockClinicForRegistration(db, clinicId)
    const before = (await patients.find(db, id)) ?? refuse('record/not-found')
    if (before.mergedIntoId !== null) refuse('reassign/merged')
    if (before.status === 'Active') return
    const after = { status: 'Active' } as const
    await patients.update(db, id, after)
    await indexWithOwners(db, before)
    const event = { action: 'patient.update' as const, entityId: id, clinicId }
    await recordAuditEvent(
      { ...change, db },
      { ...event, subject: before.name, before: { status: before.status }, after },
    )
    await touchClinic(db.unscopedDb, clinicId)
  })
}
