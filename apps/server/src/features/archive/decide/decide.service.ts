import { can, getRestoreCapability, refuse, trayChoices } from '@talus/contract'
import type { StudyId, TrayDecisionBody } from '@talus/contract'
import type { Logger } from '@talus/node-kit/logger'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { lockClinic, touchClinic } from '../../../db/listing/index.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { reactivatePatient, refuseUnusable } from '../../patients/index.ts'
import { restoreStudy } from '../../studies/index.ts'
import { unregisterInstance } from '../correct/correct.queries.ts'
import { toClaimKey } from '../records/compare-identity.ts'
import { formatContent, openContent } from '../records/content-keys.ts'
import type { ContentDeps } from '../records/content-keys.ts'
import { discardEntries } from './discard.ts'
import { fileEntry } from './file-entry.ts'
import type { Filing } from './file-entry.ts'
import { prepareFile, prepareSecond } from './prepare-file.ts'
import type { TargetPatient } from './patient-changes.ts'
import type { PrepareDeps, PreparedFile } from './prepare-file.ts'
import { prepareReplacement, replaceImage } from './replace-image.ts'
import { restoreImages } from './restore-images.ts'
import * as entries from './tray-entries.queries.ts'
import type { TrayEntry } from './tray-entries.queries.ts'
import { toClaim } from './tray-groups.ts'
import { formatSubject, refuseDecided } from './undecided.ts'

export interface DecideDeps extends PrepareDeps, ContentDeps {
  readonly log: Logger
}

/** A transaction of this many files is short enough for other requests to wait for. */
const chunkFiles = 32

/** Carries out the decision of a user. If another user was first, it refuses with their name. */
export async function decide(deps: DecideDeps, change: ChangeContext, body: TrayDecisionBody) {
  const found = await findUndecided(change.db, body)
  const [first = refuse('record/not-found')] = found
  checkAllowed(change, body, first)
  if (body.decision === 'create') refuseSeveralAnimals(found)
  if (body.decision === 'replace') refuseSeveralPictures(found)
  const db = change.db.within(first.clinicId)
  // One moment for all files: it names the decision when it is undone.
  const now = change.clock()
  const bounded = { ...change, db, clock: () => now }
  const decided = { decided: found.length, decidedOn: now.toISOString() }
  if (body.decision === 'discard') {
    await discardEntries(bounded, found, body.reason ?? '')
    return { studyId: null, ...decided }
  }
  if (body.decision === 'restore' && first.reason === 'image-rejected')
    return { studyId: await restoreImages(bounded, found), ...decided }
  let filing = await chooseFiling(db, body, first)
  if (body.decision === 'restore') await restoreRecords(bounded, first)
  let studyId: StudyId | null = null
  // A replacement registers the new UID of its image before the transaction.
  const chunkLength = body.decision === 'replace' ? 1 : chunkFiles
  for (let at = 0; at < found.length; at += chunkLength) {
    const chunk = found.slice(at, at + chunkLength)
    filing = await fileChunk(deps, bounded, chunk, filing)
    studyId = filing.studyId ?? studyId
  }
  return { studyId, ...decided }
}

/** A deleted animal can be restored by everyone who may edit it, a deleted study by few, a rejected
 * image by everyone who may reject. */
const mayRestore = (
  actor: ChangeContext['actor'],
  decision: TrayDecisionBody['decision'],
  { reason }: TrayEntry,
) => decision !== 'restore' || can(actor, getRestoreCapability(reason))

/** All entries have one clinic and one reason, because they were decided as one group. */
async function findUndecided(db: ClinicDb, { entryIds }: TrayDecisionBody) {
  const wanted = new Set(entryIds)
  const found = await entries.findEntries(db, [...wanted])
  if (found.length < wanted.size) refuse('record/not-found')
  refuseDecided(found)
  if (new Set(found.map(({ clinicId, reason }) => `${clinicId} ${reason}`)).size > 1)
    refuse('tray/not-allowed')
  return found
}

function checkAllowed(
  { actor }: ChangeContext,
  { decision, reason }: TrayDecisionBody,
  entry: TrayEntry,
): void {
  if (!trayChoices[entry.reason].includes(decision)) refuse('tray/not-allowed')
  const isDiscarding = decision === 'discard' || decision === 'replace'
  if (isDiscarding && !can(actor, 'tray.discard')) refuse('access/forbidden')
  if (!mayRestore(actor, decision, entry)) refuse('access/forbidden')
  if (decision === 'discard' && !reason)
    refuse('request/invalid', { fields: { reason: 'field/required' } })
}

/** A new animal is made from the claims of one file; the others must name the same one. */
function refuseSeveralAnimals(found: readonly TrayEntry[]): void {
  // The species is missing in some files of a study, and no group differs in it alone.
  const keys = found.map((entry) => toClaimKey({ ...toClaim(entry), speciesId: null }))
  if (new Set(keys).size > 1) refuse('tray/several-animals')
}

/** Two pictures cannot replace one image: the user says which. */
function refuseSeveralPictures(found: readonly TrayEntry[]): void {
  const images = found.map(({ recordImageId }) => recordImageId)
  if (new Set(images).size < images.length) refuse('tray/several-pictures')
}

/** Restores the deleted study, the deleted patient, or both. */
async function restoreRecords(
  change: ChangeContext,
  { recordStudyId, recordPatientId }: TrayEntry,
): Promise<void> {
  if (recordPatientId !== null) await reactivatePatient(change, recordPatientId)
  if (recordStudyId !== null) await restoreStudy(change, recordStudyId)
}

/** The target of the files, as far as it is known before the first one is filed. */
async function chooseFiling(
  db: ClinicDb,
  { decision, patientDatabaseId, patientId }: TrayDecisionBody,
  entry: TrayEntry,
): Promise<Filing> {
  const claim = toClaim(entry)
  if (decision === 'create') {
    // Without a number the animal gets one, as in the registration.
    const number = patientId ?? claim.number
    return { decision, target: { id: null, identity: { ...claim, number } }, studyId: null }
  }
  const id = decision === 'assign' ? patientDatabaseId : (entry.recordPatientId ?? undefined)
  if (id === undefined)
    refuse('request/invalid', { fields: { patientDatabaseId: 'field/required' } })
  const target = await findTarget(db, id)
  if (decision === 'assign') await checkTarget(db, target)
  return { decision, target, studyId: null }
}

async function findTarget(
  db: ClinicDb,
  id: NonNullable<TrayDecisionBody['patientDatabaseId']>,
): Promise<TargetPatient> {
  const patient = (await entries.findPatient(db, id)) ?? refuse('record/not-found')
  return { id: patient.id, identity: { ...patient, owner: patient.owner ?? '' } }
}

/** An animal that was merged or deleted is in no list: images in its record would not be seen. */
async function checkTarget(db: ClinicDb, { id }: TargetPatient): Promise<void> {
  if (id === null) return
  refuseUnusable((await entries.findPatient(db, id)) ?? refuse('record/not-found'))
}

/** Writes the files first: the transaction only moves records. */
async function fileChunk(
  deps: DecideDeps,
  change: ChangeContext,
  chunk: readonly TrayEntry[],
  filing: Filing,
): Promise<Filing> {
  const prepared: PreparedFile[] = []
  let isFiled = false
  try {
    for (const entry of chunk) prepared.push(await prepare(deps, change, entry, filing))
    const filed = await change.db.transaction((db) => fileAll({ ...change, db }, prepared, filing))
    isFiled = true
    return filed
  } finally {
    if (!isFiled) for (const file of prepared) await removePrepared(deps, change, file)
  }
}

async function removePrepared(
  { files, log }: DecideDeps,
  { db }: ChangeContext,
  { file, isNew, replacement }: PreparedFile,
): Promise<void> {
  if (!isNew) return
  try {
    await files.remove(file.filePath)
    if (replacement) await unregisterInstance(db, replacement.instance)
  } catch (error) {
    log.warn({ err: error }, 'a file is left over')
  }
}

async function prepare(
  deps: DecideDeps,
  change: ChangeContext,
  entry: TrayEntry,
  filing: Filing,
): Promise<PreparedFile> {
  const prepared = await writeFile(deps, change, entry, filing)
  if (!prepared.isNew) return prepared
  // The sender still has the received file, and its copy is removed some day.
  return { ...prepared, content: await formatContent(openContent(deps, entry.filePath)) }
}

function writeFile(
  deps: DecideDeps,
  { db, clock }: ChangeContext,
  entry: TrayEntry,
  { decision, target }: Filing,
): Promise<PreparedFile> {
  if (decision === 'replace') return prepareReplacement(deps, db, entry, clock())
  if (decision === 'keep-both') return prepareSecond(deps, db, entry, target, clock())
  return prepareFile(deps, db, entry, target, clock())
}

async function fileAll(
  change: ChangeContext,
  prepared: readonly PreparedFile[],
  chosen: Filing,
): Promise<Filing> {
  const { db } = change
  const [first] = prepared
  if (!first) return chosen
  const { clinicId, reason } = first.entry
  await lockClinic(db.unscopedDb, clinicId)
  // Another user may have decided while the files were written.
  refuseDecided(
    await entries.findEntries(
      db,
      prepared.map(({ entry }) => entry.id),
    ),
  )
  // The same is true for a merge.
  if (chosen.decision === 'assign' || chosen.decision === 'restore')
    await checkTarget(db, chosen.target)
  let filing = chosen
  for (const file of prepared)
    filing =
      filing.decision === 'replace'
        ? await replaceImage(change, file, filing)
        : await fileEntry(change, file, filing)
  const { target } = filing
  await recordAuditEvent(change, {
    action: 'tray.decide',
    entityId: first.entry.id,
    clinicId,
    subject: formatSubject(first.entry),
    before: { reason, sender: first.entry.senderName || first.entry.senderKind },
    after: {
      decision: filing.decision,
      patientId: target.identity.number,
      patientName: target.identity.name,
      studyId: filing.studyId,
      images: prepared.length,
    },
  })
  await touchClinic(db.unscopedDb, clinicId)
  return filing
}
