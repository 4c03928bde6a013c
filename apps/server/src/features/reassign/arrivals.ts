import { foldText, refuse } from '@talus/contract'
import type { OwnerId, PatientId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { RecordChange } from '../../db/reassign-tables.ts'
import { findClaimedPatient, forgetClaims } from '../archive/index.ts'
import { findRemainingOwner, findRemainingPatient } from '../patients/index.ts'
import * as cards from './cards.queries.ts'
import { planCases } from './plan-cases.ts'
import * as queries from './reassign.queries.ts'

/** The records that arrived between a merge and its undo. */
export interface Arrivals {
  readonly records: readonly RecordChange[]
  readonly movedStudyIds: readonly StudyId[]
  /** Studies, or animals of an owner, that go with the merged record. */
  readonly followed: number
  /** The ones that stay with the other record, although they may belong to the merged one. */
  readonly staying: number
}

export const noArrivals: Arrivals = { records: [], movedStudyIds: [], followed: 0, staying: 0 }

type Merge = Pick<
  NonNullable<Awaited<ReturnType<typeof queries.find>>>,
  'patientId' | 'otherPatientId' | 'ownerId' | 'otherOwnerId' | 'kind' | 'changes'
>

/**
 * Plans which records leave with a merged record when its merge is undone. Call it after the records
 * have their former values: the claims of the files are compared with them as if they arrived now.
 */
export async function planArrivals(db: ClinicDb, merge: Merge): Promise<Arrivals> {
  const { kind, patientId, otherPatientId, ownerId, otherOwnerId, changes } = merge
  if (!changes.newest) return noArrivals
  const { newest } = changes
  if (kind === 'merge-patients' && patientId !== null && otherPatientId !== null)
    return planStudies(db, { keepId: patientId, mergeId: otherPatientId, after: newest.studyId })
  if (kind === 'merge-owners' && ownerId !== null && otherOwnerId !== null)
    return planPatients(db, { keepId: ownerId, mergeId: otherOwnerId, after: newest.patientId })
  return noArrivals
}

interface Between<Id, Newest> {
  readonly keepId: Id
  readonly mergeId: Id
  readonly after: Newest
}

/**
 * A study goes with the merged record if its files name that record. A study that a user made or
 * filed stays where the user saw it.
 */
async function planStudies(
  db: ClinicDb,
  { keepId, mergeId, after }: Between<PatientId, StudyId>,
): Promise<Arrivals> {
  // The record that remained may have been merged again.
  const remainingId = await findRemainingPatient(db, keepId)
  const merged = (await cards.findPatient(db, mergeId)) ?? refuse('record/not-found')
  await forgetClaims(db, remainingId, merged.patientId)
  const movedStudyIds: StudyId[] = []
  let staying = 0
  for (const { id, claim, isDeleted } of await queries.listStudiesAfter(db, remainingId, after)) {
    const claimed = claim === null ? undefined : await findClaimedPatient(db, claim)
    if (claimed?.id === mergeId) movedStudyIds.push(id)
    else if (!isDeleted && !(claimed?.id === remainingId && claimed.isCertain)) staying += 1
  }
  const to = { patientId: mergeId, ownerId: merged.ownerId }
  return {
    records: [
      ...movedStudyIds.map((id) => ({
        table: 'study' as const,
        id,
        before: { patientId: remainingId },
        after: { patientId: mergeId },
      })),
      ...(await planCases(db, movedStudyIds, to)),
    ],
    movedStudyIds,
    followed: movedStudyIds.length,
    staying,
  }
}

/** An animal goes with the merged owner if only that owner has the name in its first file. */
async function planPatients(
  db: ClinicDb,
  { keepId, mergeId, after }: Between<OwnerId, PatientId>,
): Promise<Arrivals> {
  const remainingId = await findRemainingOwner(db, keepId)
  const kept = (await cards.findOwner(db, remainingId)) ?? refuse('record/not-found')
  const merged = (await cards.findOwner(db, mergeId)) ?? refuse('record/not-found')
  const records: RecordChange[] = []
  let staying = 0
  for (const { id, claim } of await queries.listPatientsAfter(db, remainingId, after)) {
    const stated = foldText(claim?.owner ?? '')
    const isMerged = stated === merged.search
    const isKept = stated === kept.search
    if (isMerged && !isKept)
      records.push({
        table: 'patient',
        id,
        before: { ownerId: remainingId },
        after: { ownerId: mergeId },
      })
    else if (isMerged || !isKept) staying += 1
  }
  return { records, movedStudyIds: [], followed: records.length, staying }
}
