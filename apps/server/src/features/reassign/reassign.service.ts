import { refuse } from '@talus/contract'
import type {
  AuditAction,
  ClinicId,
  OwnerId,
  PatientId,
  Reassignment,
  ReassignmentId,
  ReassignmentKind,
  StudyId,
  UndoneReassignment,
} from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { touchCasesOfStudies, touchClinic } from '../../db/listing/index.ts'
import type { RecordChange } from '../../db/reassign-tables.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import type { SensorUses } from '../devices/index.ts'
import {
  listHolders,
  lockClinicForRegistration,
  revokeLinksOfFormerOwners,
} from '../patients/index.ts'
import { planArrivals } from './arrivals.ts'
import { applyChanges, haveChanged, invertChanges, reduceChanges } from './apply-changes.ts'
import * as cards from './cards.queries.ts'
import { refuseOpenCases } from './plan-cases.ts'
import * as queries from './reassign.queries.ts'
import { refuseLater, refuseMergedSince } from './refuse-later.ts'
import { reissueImages, restoreImages } from './reissue.ts'

export interface ReassignContext extends ChangeContext {
  readonly sensorUses: Pick<SensorUses, 'isStudyInUse'>
}

/** A merge or move that is about to be stored. */
export interface Plan {
  readonly kind: ReassignmentKind
  readonly clinicId: ClinicId
  readonly subject: string
  readonly target: string
  readonly studyId?: StudyId
  readonly patientId?: PatientId
  readonly otherPatientId?: PatientId
  readonly ownerId?: OwnerId
  readonly otherOwnerId?: OwnerId
  readonly records: readonly RecordChange[]
  /** All studies whose animal or owner changes its identity. */
  readonly affectedStudyIds: readonly StudyId[]
  /** The studies that get another animal. */
  readonly movedStudyIds: readonly StudyId[]
}

const actions = {
  'merge-patients': ['patient.merge', 'patient.undo-merge'],
  'merge-owners': ['owner.merge', 'owner.undo-merge'],
  'move-study': ['study.move', 'study.undo-move'],
  'move-patient': ['patient.move', 'patient.undo-move'],
} as const satisfies Record<ReassignmentKind, readonly [AuditAction, AuditAction]>

const toEntityId = (plan: Pick<Plan, 'studyId' | 'patientId' | 'ownerId' | 'kind'>) =>
  (plan.kind === 'merge-owners' ? plan.ownerId : (plan.studyId ?? plan.patientId)) ?? null

const describeRecords = (records: readonly RecordChange[], side: 'before' | 'after') =>
  Object.fromEntries(records.map((record) => [`${record.table} ${record.id}`, { ...record[side] }]))

/**
 * Makes a plan and stores it in one transaction, which holds the lock of the clinic: no record of
 * the plan can change meanwhile. The plan is refused if the user has seen other values.
 */
export function reassign(
  change: ReassignContext,
  findClinic: (db: ClinicDb) => Promise<ClinicId>,
  makePlan: (db: ClinicDb) => Promise<Plan>,
): Promise<Reassignment> {
  return change.db.transaction(async (db) => {
    const clinicId = await findClinic(db)
    await lockClinicForRegistration(db, clinicId)
    const inClinic = db.within(clinicId)
    const plan = await makePlan(inClinic)
    if (change.sensorUses.isStudyInUse(new Set(plan.affectedStudyIds))) refuse('reassign/capturing')
    const records = reduceChanges(plan.records)
    const newest = await queries.findNewest(inClinic)
    const holders = await listHolders(inClinic, plan.affectedStudyIds)
    await applyChanges(inClinic, records)
    // Two records of one owner are the same person, who may go on seeing the images.
    if (plan.kind !== 'merge-owners')
      await revokeLinksOfFormerOwners({ ...change, db: inClinic }, holders)
    const now = change.clock()
    const by = { userId: change.actor.id, now }
    const images = await reissueImages(inClinic, plan.movedStudyIds, by)
    const { id } = await queries.insert(inClinic, {
      clinicId,
      kind: plan.kind,
      userId: change.actor.id,
      createdOn: now.toISOString(),
      subject: plan.subject,
      target: plan.target,
      studyId: plan.studyId ?? null,
      patientId: plan.patientId ?? null,
      otherPatientId: plan.otherPatientId ?? null,
      ownerId: plan.ownerId ?? null,
      otherOwnerId: plan.otherOwnerId ?? null,
      changes: JSON.stringify({ records, images, newest }),
    })
    await recordAuditEvent(
      { ...change, db: inClinic },
      {
        action: actions[plan.kind][0],
        entityId: toEntityId(plan),
        clinicId,
        subject: `${plan.subject} → ${plan.target}`,
        before: describeRecords(records, 'before'),
        after: describeRecords(records, 'after'),
      },
    )
    await touchCasesOfStudies(inClinic, clinicId, plan.affectedStudyIds)
    await touchClinic(inClinic.unscopedDb, clinicId)
    return load(inClinic, id)
  })
}

async function load(db: ClinicDb, id: ReassignmentId): Promise<Reassignment> {
  const { changes: _changes, ...found } = (await queries.find(db, id)) ?? refuse('record/not-found')
  return found
}

export async function listHistory(
  db: ClinicDb,
  {
    patientId,
    ownerId,
  }: {
    readonly patientId?: PatientId | undefined
    readonly ownerId?: OwnerId | undefined
  },
): Promise<readonly Reassignment[]> {
  if (patientId !== undefined) {
    if (!(await cards.findPatient(db, patientId))) refuse('record/not-found')
    return queries.listOfPatient(db, patientId)
  }
  if (ownerId === undefined) return refuse('record/not-found')
  if (!(await cards.findOwner(db, ownerId))) refuse('record/not-found')
  return queries.listOfOwner(db, ownerId)
}

/**
 * Restores the values from before a merge or move, unless a record has changed since. Studies that
 * arrived for a merged record meanwhile go with it.
 */
export function undo(change: ReassignContext, id: ReassignmentId): Promise<UndoneReassignment> {
  return change.db.transaction(async (db) => {
    const { clinicId } = (await queries.find(db, id)) ?? refuse('record/not-found')
    await lockClinicForRegistration(db, clinicId)
    const inClinic = db.within(clinicId)
    const found = (await queries.find(inClinic, id)) ?? refuse('record/not-found')
    const now = change.clock()
    const undone = { undoneOn: now.toISOString(), undoneById: change.actor.id }
    if (!(await queries.setUndone(inClinic, id, undone))) refuse('reassign/undone')
    const { records, images } = found.changes
    const restoredStudyIds = records.flatMap((record) =>
      record.table === 'study' ? record.id : [],
    )
    const affected = await listAffectedStudies(inClinic, records)
    if (change.sensorUses.isStudyInUse(new Set(affected))) refuse('reassign/capturing')
    await refuseOpenCases(inClinic, restoredStudyIds)
    const holders = await listHolders(inClinic, affected)
    const restored = invertChanges(records)
    if (await haveChanged(inClinic, restored)) await refuseLater(inClinic, id, records)
    await applyChanges(inClinic, restored)
    const arrivals = await planArrivals(inClinic, found)
    const { followed, staying } = arrivals
    if (change.sensorUses.isStudyInUse(new Set(arrivals.movedStudyIds)))
      refuse('reassign/capturing')
    await applyChanges(inClinic, arrivals.records)
    await refuseMergedSince(inClinic, id, [...restored, ...arrivals.records])
    await revokeLinksOfFormerOwners({ ...change, db: inClinic }, holders)
    const changed = [...restored, ...arrivals.records]
    const movedStudyIds = [...restoredStudyIds, ...arrivals.movedStudyIds]
    const except = await restoreImages(inClinic, images, now)
    await reissueImages(inClinic, movedStudyIds, { userId: change.actor.id, now, except })
    await recordAuditEvent(
      { ...change, db: inClinic },
      {
        action: actions[found.kind][1],
        entityId: toEntityId({
          kind: found.kind,
          ...(found.studyId !== null && { studyId: found.studyId }),
          ...(found.patientId !== null && { patientId: found.patientId }),
          ...(found.ownerId !== null && { ownerId: found.ownerId }),
        }),
        clinicId,
        subject: `${found.subject} → ${found.target}`,
        before: describeRecords(changed, 'before'),
        after: describeRecords(changed, 'after'),
      },
    )
    await touchCasesOfStudies(inClinic, clinicId, [...affected, ...arrivals.movedStudyIds])
    await touchClinic(inClinic.unscopedDb, clinicId)
    return { ...(await load(inClinic, id)), followed, staying }
  })
}

/** All studies of the animals and owners that the changes touch. */
async function listAffectedStudies(
  db: ClinicDb,
  records: readonly RecordChange[],
): Promise<StudyId[]> {
  const patientIds = new Set<PatientId>()
  for (const record of records) {
    if (record.table === 'patient') patientIds.add(record.id)
    if (record.table === 'owner')
      for (const { id } of await cards.listPatients(db, record.id)) patientIds.add(id)
    if (record.table === 'study')
      for (const { patientId } of [record.before, record.after])
        if (patientId) patientIds.add(patientId)
  }
  return (await cards.listStudies(db, [...patientIds])).map(({ id }) => id)
}
