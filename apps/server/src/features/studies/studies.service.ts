import { refuse } from '@talus/contract'
import type { ClinicId, PatientId, StudyDraft, StudyId } from '@talus/contract'
import type { z } from 'zod'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { indexStudy, lockClinic, touchClinic } from '../../db/listing/index.ts'
import { dayBounds } from '../../time/day-bounds.ts'
import { dayIn } from '../../time/day-in.ts'
import { record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import { newUid } from './new-uid.ts'
import * as studies from './studies.queries.ts'

/**
 * A study belongs to whoever starts it: a `userId` that is sent along is not believed. One that was
 * sent before, by its UID, is handed back; so is today's where that is wanted.
 */
export async function create(
  change: Change,
  draft: z.output<typeof StudyDraft>,
  clinicId: ClinicId | null,
) {
  if (clinicId === null) refuse('clinic/of-user-not-found')
  return change.db.within(clinicId).transaction(async (db) => {
    // Of two starts at the same time the second sees what the first has made.
    await lockClinic(db.unscopedDb, clinicId)
    const patient = (await studies.findPatient(db, draft.patientId)) ?? refuse('record/not-found')
    const known = await knownStudy({ ...change, db }, draft, clinicId)
    if (known) return known
    const now = change.clock().toISOString()
    const study = await studies.insert(db, {
      clinicId,
      patientId: patient.id,
      userId: change.actor.id,
      // A clock that runs ahead would put the study into tomorrow's list.
      createdOn: draft.createdOn === undefined || draft.createdOn > now ? now : draft.createdOn,
      studyInstanceUID: draft.studyInstanceUID ?? newUid(),
      sopInstanceUID: draft.sopInstanceUID ?? newUid(),
      modality: draft.modality ?? 'Unspecified',
    })
    await indexStudy(db.unscopedDb, study.id)
    await touchClinic(db.unscopedDb, clinicId)
    return study
  })
}

async function knownStudy(
  { db, clock }: Pick<Change, 'db' | 'clock'>,
  draft: z.output<typeof StudyDraft>,
  clinicId: ClinicId,
) {
  const { patientId, studyInstanceUID, reuseToday } = draft
  const sent = studyInstanceUID && (await studies.findByUid(db, studyInstanceUID))
  // Of another patient: the index of UIDs refuses it when it is written.
  if (sent) return sent.patientId === patientId ? sent : undefined
  return reuseToday ? todaysStudy(db, patientId, clinicId, clock()) : undefined
}

async function todaysStudy(db: ClinicDb, patientId: PatientId, clinicId: ClinicId, now: Date) {
  const timeZone = await studies.timeZoneOf(db, clinicId)
  return studies.newestOfDay(db, patientId, dayBounds(timeZone, dayIn(timeZone, now)))
}

export const find = async (db: ClinicDb, id: StudyId) =>
  (await studies.find(db, id)) ?? refuse('record/not-found')

/** Softly: images and reports stay, and root can bring the study back. */
export const remove = (change: Change, id: StudyId): Promise<void> =>
  change.db.transaction(async (db) => {
    await find(db, id)
    if (await studies.openCase(db, id)) refuse('study/not-deletable')
    const study = await studies.setDeleted(db, id, true)
    if (study) await written({ ...change, db }, study, 'study.delete')
  })

export const restore = (change: Change, id: StudyId) =>
  change.db.transaction(async (db) => {
    const study = await studies.setDeleted(db, id, false)
    if (study) await written({ ...change, db }, study, 'study.restore')
    return study ?? find(db, id)
  })

type StoredStudy = Awaited<ReturnType<typeof find>>

async function written(
  change: Change,
  { id, clinicId, patientId, createdOn, isDeleted }: StoredStudy,
  action: 'study.delete' | 'study.restore',
): Promise<void> {
  const patient = await studies.findPatient(change.db, patientId)
  await record(change, {
    action,
    entityId: id,
    clinicId,
    subject: `${patient?.name ?? ''} ${createdOn.slice(0, 10)}`,
    before: { isDeleted: !isDeleted },
    after: { isDeleted },
  })
  await touchClinic(change.db.unscopedDb, clinicId)
}
