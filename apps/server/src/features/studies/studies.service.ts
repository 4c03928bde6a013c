import { refuse } from '@talus/contract'
import type { ClinicId, PatientId, StudyDraft, StudyId } from '@talus/contract'
import type { z } from 'zod'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { indexStudy, lockClinic, touchClinic } from '../../db/listing/index.ts'
import { getDayBounds } from '../../time/day-bounds.ts'
import { formatDay } from '../../time/format-day.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import { newUid } from './new-uid.ts'
import * as studies from './studies.queries.ts'

/**
 * Creates a study that belongs to the caller; a `userId` in the request is ignored. A study with
 * the same UID is returned instead, and so is the study of today if `reuseToday` is set.
 */
export async function create(
  change: ChangeContext,
  draft: z.output<typeof StudyDraft>,
  clinicId: ClinicId | null,
) {
  if (clinicId === null) refuse('clinic/of-user-not-found')
  return change.db.within(clinicId).transaction(async (db) => {
    // The lock lets the second of two concurrent calls see the study of the first.
    await lockClinic(db.unscopedDb, clinicId)
    const patient = (await studies.findPatient(db, draft.patientId)) ?? refuse('record/not-found')
    // The page of the user still shows a record that was merged meanwhile.
    if (patient.mergedIntoId !== null) refuse('reassign/merged')
    const known = await findExistingStudy({ ...change, db }, draft, clinicId)
    if (known) return known
    const now = change.clock().toISOString()
    const study = await studies.insert(db, {
      clinicId,
      patientId: patient.id,
      userId: change.actor.id,
      // A clock of the client that is fast would put the study into the list of tomorrow.
      createdOn: draft.createdOn === undefined || draft.createdOn > now ? now : draft.createdOn,
      studyInstanceUID: draft.studyInstanceUID ?? newUid(),
      sopInstanceUID: draft.sopInstanceUID ?? newUid(),
      modality: draft.modality ?? 'Unspecified',
    })
    await indexStudy(db.unscopedDb, study.id)
    await recordAuditEvent(
      { ...change, db },
      {
        action: 'study.create',
        entityId: study.id,
        clinicId,
        subject: `${patient.name} ${study.createdOn.slice(0, 10)}`,
        after: { modality: study.modality, studyInstanceUID: study.studyInstanceUID },
      },
    )
    await touchClinic(db.unscopedDb, clinicId)
    return study
  })
}

async function findExistingStudy(
  { db, clock }: Pick<ChangeContext, 'db' | 'clock'>,
  draft: z.output<typeof StudyDraft>,
  clinicId: ClinicId,
) {
  const { patientId, studyInstanceUID, reuseToday } = draft
  const sent = studyInstanceUID && (await studies.findByUid(db, studyInstanceUID))
  // A UID of another patient: the unique index refuses the insert.
  if (sent) return sent.patientId === patientId ? sent : undefined
  return reuseToday ? findTodaysStudy(db, patientId, clinicId, clock()) : undefined
}

async function findTodaysStudy(db: ClinicDb, patientId: PatientId, clinicId: ClinicId, now: Date) {
  const timeZone = await studies.findTimeZone(db, clinicId)
  return studies.findNewestOfDay(db, patientId, getDayBounds(timeZone, formatDay(timeZone, now)))
}

export const find = async (db: ClinicDb, id: StudyId) =>
  (await studies.find(db, id)) ?? refuse('record/not-found')

/** Soft delete: images and reports stay, and root can restore the study. */
export const remove = (change: ChangeContext, id: StudyId): Promise<void> =>
  change.db.transaction(async (db) => {
    await find(db, id)
    if (await studies.findOpenCase(db, id)) refuse('study/not-deletable')
    const study = await studies.setDeleted(db, id, true)
    if (study) await recordChange({ ...change, db }, study, 'study.delete')
  })

export const restore = (change: ChangeContext, id: StudyId) =>
  change.db.transaction(async (db) => {
    const study = await studies.setDeleted(db, id, false)
    // A merge moves deleted studies too; this one would appear in no list.
    if (study && (await studies.findPatient(db, study.patientId))?.mergedIntoId !== null)
      refuse('reassign/merged')
    if (study) await recordChange({ ...change, db }, study, 'study.restore')
    return study ?? find(db, id)
  })

type StoredStudy = Awaited<ReturnType<typeof find>>

async function recordChange(
  change: ChangeContext,
  { id, clinicId, patientId, createdOn, isDeleted }: StoredStudy,
  action: 'study.delete' | 'study.restore',
): Promise<void> {
  const patient = await studies.findPatient(change.db, patientId)
  await recordAuditEvent(change, {
    action,
    entityId: id,
    clinicId,
    subject: `${patient?.name ?? ''} ${createdOn.slice(0, 10)}`,
    before: { isDeleted: !isDeleted },
    after: { isDeleted },
  })
  await touchClinic(change.db.unscopedDb, clinicId)
}
