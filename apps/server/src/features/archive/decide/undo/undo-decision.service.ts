import { can, refuse } from '@talus/contract'
import type { Instant, StudyId, TrayEntryId, UndoneDecision } from '@talus/contract'
import type { Logger } from '@talus/node-kit/logger'
import type { ClinicDb } from '../../../../db/clinic-db.ts'
import type { FileStore } from '../../../../files/index.ts'
import { lockClinic, touchClinic } from '../../../../db/listing/index.ts'
import { formatDay } from '../../../../time/format-day.ts'
import { recordAuditEvent } from '../../../audit/index.ts'
import type { ChangeContext } from '../../../audit/index.ts'
import * as claims from '../../records/claims.queries.ts'
import { toClaimKey } from '../../records/compare-identity.ts'
import { findEntryOfKey } from '../../tray/decided-key.ts'
import { keepFormerFile } from '../keep-former-file.ts'
import type { PrepareDeps } from '../prepare-file.ts'
import * as entries from '../tray-entries.queries.ts'
import type { TrayEntry } from '../tray-entries.queries.ts'
import { toClaim } from '../tray-groups.ts'
import { formatSubject } from '../undecided.ts'
import { isOfClaims, listFollowers } from './followers.ts'
import type { Follower } from './followers.ts'
import { undoReplacement } from './undo-replacement.ts'
import * as queries from './undo.queries.ts'
import type { FiledImage } from './undo.queries.ts'
import { refuseChanged, reopen, undecided } from './undoable.ts'
import { withdrawAnimals } from './withdraw-animals.queries.ts'
import { removeEmptyStudies, withdrawImages } from './withdraw-images.queries.ts'

export interface UndoDeps extends PrepareDeps {
  readonly log: Logger
}

/**
 * Undoes a decision that filed images: their received files wait again, also those that were filed in
 * the same study without a question because of it, and what was remembered is forgotten.
 */
export async function undoDecision(
  deps: UndoDeps,
  change: ChangeContext,
  {
    entryIds,
    decidedOn,
  }: { readonly entryIds: readonly TrayEntryId[]; readonly decidedOn: Instant },
): Promise<UndoneDecision> {
  const ids = [...new Set(entryIds)]
  const found = await entries.findEntries(change.db, ids)
  const [first = refuse('record/not-found')] = found
  if (found.length < ids.length) refuse('record/not-found')
  refuseChanged(found, decidedOn)
  if (first.decision === 'replace' && !can(change.actor, 'tray.discard')) refuse('access/forbidden')
  for (const { filePath } of found)
    if ((await deps.files.stat(filePath)) === undefined) refuse('tray/undo-late')
  const bounded = { ...change, db: change.db.within(first.clinicId) }
  if (first.decision === 'replace') {
    for (const { id } of found.toReversed()) await undoReplacement(deps, bounded, id, decidedOn)
    return { waiting: found.length, followed: 0, staying: 0, stayingStudies: [] }
  }
  const followers = await listFollowers(deps, bounded.db, found, change.clock())
  const { unused, ...undone } = await bounded.db.transaction((db) =>
    withdraw({ ...bounded, db }, found, followers, decidedOn),
  )
  await removeUnused(deps, bounded.db, unused)
  return undone
}

async function withdraw(
  change: ChangeContext,
  prepared: readonly TrayEntry[],
  followers: readonly Follower[],
  decidedOn: Instant,
): Promise<UndoneDecision & { readonly unused: readonly string[] }> {
  const { db, clock } = change
  const [{ clinicId, decision } = refuse('record/not-found')] = prepared
  await lockClinic(db.unscopedDb, clinicId)
  const ids = prepared.map(({ id }) => id)
  const found = await entries.findEntries(db, ids)
  refuseChanged(found, decidedOn)
  const [first = refuse('record/not-found')] = found
  const now = clock().toISOString()
  // The same content was stored already: nothing was filed, so that nothing is taken away.
  const filing = found.filter((entry) => !isStoredAlready(entry))
  const imageIds = filing.flatMap(({ imageId }) => imageId ?? [])
  const images = imageIds.length === 0 ? [] : await queries.listImages(db, imageIds)
  await refuseLater(db, images, ids, decidedOn)
  const going = await filterUsable(db, followers)
  const withdrawn = [...images, ...going.map(({ image }) => image)]
  const unused = await discardVersions(change, filing, images)
  const forgotten = await forget(db, filing, images)
  const copies = await withdrawImages(
    db,
    withdrawn.map(({ id }) => id),
    now,
  )
  await removeEmptyStudies(db, [...new Set(withdrawn.map(({ studyId }) => studyId))])
  for (const id of ids) await reopen(db, id)
  for (const follower of going) await holdFollower(db, follower, now)
  const removed = decision === 'create' ? await withdrawAnimals(db, images, decidedOn) : []
  const left = followers.filter((follower) => !going.includes(follower))
  const stayingStudies = await listStaying(db, forgotten, images, left)
  const staying = stayingStudies.reduce((sum, study) => sum + study.images, 0)
  await recordAuditEvent(change, {
    action: 'tray.undo',
    entityId: first.id,
    clinicId,
    subject: formatSubject(first),
    before: {
      decision,
      patientId: first.filedNumber,
      patientName: first.filedName,
      studyId: first.filedStudyId,
      decidedBy: first.decidedByName,
      decidedOn,
      remembered: forgotten.map(({ patientId }) => patientId).join(', '),
    },
    after: {
      images: ids.length,
      followed: going.length,
      staying,
      removedPatient: removed.join(', '),
    },
  })
  await touchClinic(db.unscopedDb, clinicId)
  const waiting = ids.length + going.length
  return {
    waiting,
    followed: going.length,
    staying,
    stayingStudies,
    unused: [...unused, ...copies],
  }
}

/** A decision that found its file stored already keeps the file for a while, and wrote no other. */
const isStoredAlready = ({ content, keptUntil }: TrayEntry) => content === '' && keptUntil !== null

/** Later decisions about the same records have to be undone first. */
async function refuseLater(
  db: ClinicDb,
  images: readonly FiledImage[],
  entryIds: readonly TrayEntryId[],
  decidedOn: Instant,
): Promise<void> {
  if (images.length === 0) return
  const imageIds = images.map(({ id }) => id)
  const studyIds = new Set(images.map(({ studyId }) => studyId))
  for (const { changes, subject, target } of await queries.listReassignmentsSince(db, decidedOn))
    if (changes.records.some(({ table, id }) => table === 'study' && studyIds.has(id)))
      refuse('reassign/later', { values: { subject, target } })
  const other = await queries.findOtherDecision(db, imageIds, entryIds)
  if (other) refuse('tray/later', { values: { name: other.username ?? '' } })
  if (await queries.hasOpenCase(db, [...studyIds])) refuse('reassign/open-case')
  if (await queries.isInUse(db, imageIds)) refuse('tray/in-use')
}

/** An image that a report or a case uses stays where it is. */
async function filterUsable(db: ClinicDb, followers: readonly Follower[]): Promise<Follower[]> {
  const usable: Follower[] = []
  for (const follower of followers) {
    const { id, filePath } = follower.image
    const [current] = await queries.listImages(db, [id])
    const isSame = current?.filePath === filePath && current.studyId === follower.image.studyId
    if (isSame && follower.image.correctedUID === null && !(await queries.isInUse(db, [id])))
      usable.push(follower)
  }
  return usable
}

/**
 * Corrected versions of the images are kept like discarded files. Returns the files that were written
 * for the decision, which are removed: the received ones have the same content.
 */
async function discardVersions(
  change: ChangeContext,
  found: readonly TrayEntry[],
  images: readonly FiledImage[],
): Promise<string[]> {
  const { db, clock } = change
  if (images.length === 0) return []
  const versions = await queries.listVersions(
    db,
    images.map(({ id }) => id),
  )
  const now = clock()
  const unused: string[] = []
  for (const entry of found) {
    const image = images.find(({ id }) => id === entry.imageId)
    if (!image) continue
    const past = versions.filter(({ imageId }) => imageId === image.id)
    for (const { filePath, sha256, byteLength, sopInstanceUID } of [image, ...past]) {
      if (filePath === null || filePath === entry.filePath) continue
      if (findEntryOfKey(filePath) !== undefined) unused.push(filePath)
      else
        await keepFormerFile(
          change,
          entry,
          { filePath, sha256, byteLength, sopInstanceUID, groupKey: `file ${filePath}` },
          now,
        )
    }
  }
  return unused
}

/** Forgets what the decision has for later files. Returns the entries that counted for other studies. */
async function forget(
  db: ClinicDb,
  found: readonly TrayEntry[],
  images: readonly FiledImage[],
): Promise<TrayEntry[]> {
  const remembered: TrayEntry[] = []
  for (const entry of found) {
    const image = images.find(({ id }) => id === entry.imageId)
    if (!image) continue
    const { studyId, patientId } = image
    const claimKey = toClaimKey(toClaim(entry))
    await claims.forgetStudyClaim(db, studyId, claimKey)
    if (await claims.forgetAlias(db, patientId, claimKey)) remembered.push(entry)
  }
  return remembered
}

/** A file that was filed without a question, because of the decision, waits like the others. */
const holdFollower = (db: ClinicDb, { image, entry }: Follower, receivedOn: Instant) =>
  entries.insert(db, {
    ...entries.toColumns(entry),
    receivedOn,
    sopInstanceUID: image.sopInstanceUID,
    hasPixels: image.hasPixels,
    filePath: image.filePath,
    sha256: image.sha256,
    byteLength: image.byteLength,
    recordImageId: null,
    ...undecided,
  })

/**
 * The studies with images that stay with the animal: those that the remembered decision gave to it, and
 * those with images that are in use.
 */
async function listStaying(
  db: ClinicDb,
  found: readonly TrayEntry[],
  images: readonly FiledImage[],
  left: readonly Follower[],
): Promise<UndoneDecision['stayingStudies']> {
  const counts = new Map<StudyId, number>()
  for (const { image } of left) counts.set(image.studyId, (counts.get(image.studyId) ?? 0) + 1)
  const patientIds = [...new Set(images.map(({ patientId }) => patientId))]
  const studyIds = [...new Set(images.map(({ studyId }) => studyId))]
  if (found.length > 0)
    for (const study of await queries.listClaimingStudies(db, patientIds, studyIds)) {
      const { claim } = study
      if (claim !== null && found.some((entry) => isOfClaims(entry, claim)))
        counts.set(study.id, study.images ?? 0)
    }
  const { timeZone } = await queries.findRecordClinic(db)
  const studies = await queries.listStudies(db, [...counts.keys()])
  return studies.map(({ createdOn, ...study }) => ({
    ...study,
    day: formatDay(timeZone, new Date(createdOn)),
    images: counts.get(study.studyId) ?? 0,
  }))
}

async function removeUnused(
  { files, log }: { readonly files: FileStore; readonly log: Logger },
  db: ClinicDb,
  unused: readonly string[],
): Promise<void> {
  for (const filePath of unused)
    try {
      if (!(await entries.isFileOfImage(db.unscopedDb, filePath))) await files.remove(filePath)
    } catch (error) {
      log.warn({ err: error }, 'a file is left over')
    }
}
