import { isTrayDecisionRemembered, refuse } from '@talus/contract'
import type { ImageId, StudyId, TrayDecision } from '@talus/contract'
import { UniqueViolationError } from '../../../db/unique-violation.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { refuseMergedNumber } from '../../patients/index.ts'
import * as claims from '../records/claims.queries.ts'
import { findContradictions, toClaimKey } from '../records/compare-identity.ts'
import { addStudy, insertImage, resolveFile } from '../records/insert-records.ts'
import { createPatient, matchRecords } from '../records/match-patient.ts'
import * as archive from '../records/records.queries.ts'
import type { ResolvedFile } from '../records/resolved-file.ts'
import type { TargetPatient } from './patient-changes.ts'
import type { PreparedFile } from './prepare-file.ts'
import { getKeptUntil } from './retention.ts'
import * as entries from './tray-entries.queries.ts'
import { toClaim } from './tray-groups.ts'

/** A decision with its target; the patient and the study are created with the first file. */
export interface Filing {
  readonly decision: TrayDecision
  readonly target: TargetPatient
  readonly studyId: StudyId | null
}

/** Files one entry under the chosen patient. The caller holds the transaction and the lock. */
export async function fileEntry(
  change: ChangeContext,
  prepared: PreparedFile,
  filing: Filing,
): Promise<Filing> {
  const { db, clock } = change
  const { entry, reading, file } = prepared
  const { clinicId, userId } = entry
  if (prepared.storedAs) {
    await markDecided(change, prepared, filing.decision, prepared.storedAs.id)
    return { ...filing, studyId: prepared.storedAs.studyId }
  }
  const now = clock()
  const resolved = await resolveFile(db, { clinicId, userId, reading, file, expected: {} }, now)
  const target = await findOrCreateTarget(change, resolved, filing)
  const { existing } = resolved
  if (existing.studyId !== null) {
    const isOther = existing.recordPatientId !== target.id || existing.isStudyDeleted === true
    if (isOther) refuse('tray/changed')
  }
  if (existing.imageId !== null) refuse('tray/changed')
  const studyId = existing.studyId ?? (await addStudy(db, resolved, target.id))
  const hasSeries = existing.seriesId !== null
  const imageId = await insertImage(db, resolved, { studyId, hasSeries }, now)
  await rememberClaim(change, prepared, resolved, target, studyId)
  await markDecided(change, prepared, filing.decision, imageId)
  return { ...filing, target, studyId }
}

type KnownTarget = TargetPatient & { readonly id: NonNullable<TargetPatient['id']> }

async function findOrCreateTarget(
  { db, actor, clock }: ChangeContext,
  { incoming: { clinicId }, values }: ResolvedFile,
  { target }: Filing,
): Promise<KnownTarget> {
  const { id, identity } = target
  if (id !== null) return { ...target, id }
  const { number } = identity
  if (number !== '') await refuseMergedNumber(db, 'patientId', number)
  if (number !== '' && (await archive.findPatientByNumber(db, number)))
    throw new UniqueViolationError('patient', ['patientId'])
  const creator = { clinicId, userId: actor.id }
  const created = await createPatient(db, { ...values.patient, number }, creator, clock())
  const patient = (await entries.findPatient(db, created)) ?? refuse('record/not-found')
  return { id: created, identity: { ...patient, owner: patient.owner ?? '' } }
}

/**
 * The next file of the study with the same claims is filed without a question. Files of other studies
 * are so only if the question was which animal is meant, and no record agrees with the claims: a
 * decision about a study or about a deleted record says nothing about the other images of an animal.
 */
async function rememberClaim(
  { db }: ChangeContext,
  { entry }: PreparedFile,
  { values }: ResolvedFile,
  { id, identity }: KnownTarget,
  studyId: StudyId,
): Promise<void> {
  const claim = toClaim(entry)
  if (findContradictions(claim, identity).length === 0) return
  const { clinicId } = entry
  const claimKey = toClaimKey(claim)
  await claims.insertStudyClaim(db, { clinicId, studyId, claimKey })
  if (!isTrayDecisionRemembered(entry)) return
  if ((await matchRecords(db, { ...values.patient, ...claim })).kind === 'found') return
  await claims.insertAlias(db, { clinicId, claimKey, patientDatabaseId: id })
}

/** Records the decision; a file that does not become the file of an image is kept for a while. */
export async function markDecided(
  { db, actor, clock }: ChangeContext,
  { entry, isNew, storedAs, content = '' }: PreparedFile,
  decision: TrayDecision,
  imageId: ImageId,
): Promise<void> {
  const now = clock()
  await entries.update(db, entry.id, {
    decision,
    imageId,
    content,
    decidedOn: now.toISOString(),
    decidedBy: actor.id,
    keptUntil: isNew || storedAs ? getKeptUntil(now) : null,
  })
}
