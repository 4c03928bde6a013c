import { can, foldText, refuse, refuseField } from '@talus/contract'
import type { ClinicChange, ClinicDraft, ClinicId, DoctorId } from '@talus/contract'
import type { DoctorChange, DoctorDraft } from '@talus/contract'
import type { z } from 'zod'
import { UniqueViolationError } from '../../db/unique-violation.ts'
import { diffValues, recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import * as clinics from './clinics.queries.ts'

/** The default time zone of a clinic is that of the server. */
const serverTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

const toSearchText = (clinic: z.output<typeof ClinicDraft>) =>
  foldText([clinic.name, clinic.aeTitle, clinic.phone, clinic.email, clinic.address].join(' '))

export interface ClinicDeps extends ChangeContext {
  /** The AE title of the server, under which it receives images for its first clinic. */
  readonly serverAeTitle: string
}

export async function create(change: ClinicDeps, draft: z.output<typeof ClinicDraft>) {
  await checkTitle(change, draft.aeTitle)
  const clinic = await clinics.insert(change.db, {
    ...draft,
    timeZone: draft.timeZone ?? serverTimeZone,
    search: toSearchText(draft),
    createdOn: change.clock().toISOString(),
  })
  const event = { action: 'clinic.create' as const, entityId: clinic.id, clinicId: clinic.id }
  const subject = clinic.name
  await recordAuditEvent(change, { ...event, subject, after: { ...clinic } })
  return clinic
}

/** Another clinic with the title of the server would receive the images of the first one. */
async function checkTitle({ db, serverAeTitle }: ClinicDeps, aeTitle: string, ownId?: ClinicId) {
  if (aeTitle === '') return
  if (aeTitle.toLowerCase() === serverAeTitle.trim().toLowerCase())
    refuseField('aeTitle', 'field/reserved-title')
  // Users of devices mix up titles that differ in case only.
  if (await clinics.isTitleTaken(db, aeTitle, ownId))
    throw new UniqueViolationError('clinic', ['aeTitle'])
}

export async function update(change: ClinicDeps, wanted: z.output<typeof ClinicChange>) {
  const before = (await clinics.find(change.db, wanted.id)) ?? refuse('record/not-found')
  if (before.isDeleted) refuse('record/not-found')
  const isRenamed = wanted.name !== before.name || wanted.aeTitle !== before.aeTitle
  if (isRenamed && !can(change.actor, 'clinic.rename')) refuse('clinic/not-renamable')
  if (wanted.aeTitle !== before.aeTitle) await checkTitle(change, wanted.aeTitle, wanted.id)
  const { id, createdOn: _createdOn, ...details } = wanted
  const after = {
    ...details,
    timeZone: wanted.timeZone ?? before.timeZone,
    search: toSearchText(wanted),
  }
  return change.db.transaction(async (db) => {
    await clinics.update(db, id, after)
    await recordAuditEvent(
      { ...change, db },
      {
        action: 'clinic.update',
        entityId: id,
        subject: before.name,
        clinicId: id,
        ...diffValues({ ...before }, after),
      },
    )
    return { ...before, ...after }
  })
}

/**
 * Soft delete: nothing of a clinic is erased. A clinic with open cases, and the clinic of root,
 * cannot be deleted.
 */
export async function remove(change: ChangeContext, id: ClinicId): Promise<void> {
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
    await recordAuditEvent({ ...change, db }, { ...event, before: { ...clinic } })
  })
}

const formatDoctorName = (doctor: { readonly firstName: string; readonly lastName: string }) =>
  `${doctor.firstName} ${doctor.lastName}`

export async function addDoctor(
  change: ChangeContext,
  draft: z.output<typeof DoctorDraft>,
  clinicId: ClinicId | null,
) {
  if (clinicId === null) refuse('clinic/of-user-not-found')
  return change.db.transaction(async (db) => {
    const createdOn = change.clock().toISOString()
    const doctor = await clinics.insertDoctor(db, { ...draft, clinicId, createdOn })
    const subject = formatDoctorName(doctor)
    const event = { action: 'doctor.create' as const, entityId: doctor.id, subject, clinicId }
    await recordAuditEvent({ ...change, db }, { ...event, after: { ...doctor } })
    return doctor
  })
}

export async function updateDoctor(change: ChangeContext, wanted: z.output<typeof DoctorChange>) {
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
    const subject = formatDoctorName(before)
    await recordAuditEvent(
      { ...change, db },
      { ...event, subject, ...diffValues({ ...before }, after) },
    )
    return { ...before, ...after }
  })
}

/** Soft delete: cases still name the doctor who referred them. */
export async function removeDoctor(change: ChangeContext, id: DoctorId): Promise<void> {
  const doctor = (await clinics.findDoctor(change.db, id)) ?? refuse('record/not-found')
  await change.db.transaction(async (db) => {
    await clinics.updateDoctor(db, id, { isDeleted: true })
    const event = { action: 'doctor.delete' as const, entityId: id, clinicId: doctor.clinicId }
    const subject = formatDoctorName(doctor)
    await recordAuditEvent({ ...change, db }, { ...event, subject, before: { ...doctor } })
  })
}
