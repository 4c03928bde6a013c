import { can, folded, refuse } from '@talus/contract'
import type { ClinicChange, ClinicDraft, ClinicId, DoctorId } from '@talus/contract'
import type { DoctorChange, DoctorDraft } from '@talus/contract'
import type { z } from 'zod'
import { difference, record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import * as clinics from './clinics.queries.ts'

/** Where nothing is said, a clinic lives in the time of the machine that serves it. */
const serversTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

const searchOf = (clinic: z.output<typeof ClinicDraft>) =>
  folded([clinic.name, clinic.aeTitle, clinic.phone, clinic.email, clinic.address].join(' '))

export async function create(change: Change, draft: z.output<typeof ClinicDraft>) {
  const clinic = await clinics.insert(change.db, {
    ...draft,
    timeZone: draft.timeZone ?? serversTimeZone,
    search: searchOf(draft),
    createdOn: change.clock().toISOString(),
  })
  const event = { action: 'clinic.create' as const, entityId: clinic.id, clinicId: clinic.id }
  const subject = clinic.name
  await record(change, { ...event, subject, after: { ...clinic } })
  return clinic
}

export async function update(change: Change, wanted: z.output<typeof ClinicChange>) {
  const before = (await clinics.find(change.db, wanted.id)) ?? refuse('record/not-found')
  if (before.isDeleted) refuse('record/not-found')
  const isRenamed = wanted.name !== before.name || wanted.aeTitle !== before.aeTitle
  if (isRenamed && !can(change.actor, 'clinic.rename')) refuse('clinic/not-renamable')
  const { id, createdOn: _createdOn, ...details } = wanted
  const after = {
    ...details,
    timeZone: wanted.timeZone ?? before.timeZone,
    search: searchOf(wanted),
  }
  return change.db.transaction(async (db) => {
    await clinics.update(db, id, after)
    await record(
      { ...change, db },
      {
        action: 'clinic.update',
        entityId: id,
        subject: before.name,
        clinicId: id,
        ...difference({ ...before }, after),
      },
    )
    return { ...before, ...after }
  })
}

/** Softly: nothing of a clinic is erased. Not where people still wait for an answer, nor root's own. */
export async function remove(change: Change, id: ClinicId): Promise<void> {
  const clinic = (await clinics.find(change.db, id)) ?? refuse('record/not-found')
  if (clinic.isDeleted || id === change.actor.clinicId) refuse('clinic/not-deletable')
  await change.db.transaction(async (db) => {
    if (await clinics.isInUse(db, id)) refuse('clinic/not-deletable')
    await clinics.update(db, id, { isDeleted: true, status: 'Inactive' })
    await clinics.endSessions(db, id)
    const event = {
      action: 'clinic.delete' as const,
      entityId: id,
      subject: clinic.name,
      clinicId: id,
    }
    await record({ ...change, db }, { ...event, before: { ...clinic } })
  })
}

const doctorName = (doctor: { readonly firstName: string; readonly lastName: string }) =>
  `${doctor.firstName} ${doctor.lastName}`

export async function addDoctor(
  change: Change,
  draft: z.output<typeof DoctorDraft>,
  clinicId: ClinicId | null,
) {
  if (clinicId === null) refuse('clinic/of-user-not-found')
  return change.db.transaction(async (db) => {
    const createdOn = change.clock().toISOString()
    const doctor = await clinics.insertDoctor(db, { ...draft, clinicId, createdOn })
    const subject = doctorName(doctor)
    const event = { action: 'doctor.create' as const, entityId: doctor.id, subject, clinicId }
    await record({ ...change, db }, { ...event, after: { ...doctor } })
    return doctor
  })
}

export async function updateDoctor(change: Change, wanted: z.output<typeof DoctorChange>) {
  const before = (await clinics.findDoctor(change.db, wanted.id)) ?? refuse('record/not-found')
  const { firstName, lastName, role, isActive } = wanted
  const after = { firstName, lastName, role, isActive }
  return change.db.transaction(async (db) => {
    await clinics.updateDoctor(db, before.id, after)
    const event = {
      action: 'doctor.update' as const,
      entityId: before.id,
      clinicId: before.clinicId,
    }
    const subject = doctorName(before)
    await record({ ...change, db }, { ...event, subject, ...difference({ ...before }, after) })
    return { ...before, ...after }
  })
}

/** Softly: cases go on naming the doctor who referred them. */
export async function removeDoctor(change: Change, id: DoctorId): Promise<void> {
  const doctor = (await clinics.findDoctor(change.db, id)) ?? refuse('record/not-found')
  await change.db.transaction(async (db) => {
    await clinics.updateDoctor(db, id, { isDeleted: true })
    const event = { action: 'doctor.delete' as const, entityId: id, clinicId: doctor.clinicId }
    const subject = doctorName(doctor)
    await record({ ...change, db }, { ...event, subject, before: { ...doctor } })
  })
}
