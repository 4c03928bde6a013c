import { refuse } from '@talus/contract'
import type { Instant, TrayEntryId } from '@talus/contract'
import type { ClinicDb } from '../../../../db/clinic-db.ts'
import { lockClinic, touchClinic } from '../../../../db/listing/index.ts'
import type { FileSummary } from '../../../../workers/index.ts'
import { recordAuditEvent } from '../../../audit/index.ts'
import type { ChangeContext } from '../../../audit/index.ts'
import { newUid } from '../../../studies/index.ts'
import * as instances from '../../correct/correct.queries.ts'
import { readStoredAttributes } from '../../receive/read-attributes.ts'
import { hashDataSet } from '../../records/file-content.ts'
import { toRecordValues } from '../../records/record-values.ts'
import { removeVersion, replaceFile } from '../../records/replace-file.queries.ts'
import type { PrepareDeps } from '../prepare-file.ts'
import * as entries from '../tray-entries.queries.ts'
import { formatSubject } from '../undecided.ts'
import * as queries from './undo.queries.ts'
import { refuseChanged, reopen } from './undoable.ts'

/**
 * Shows the image again that an entry replaced. The received file waits again, and the file that was
 * made of it stays in the history of the image.
 */
export async function undoReplacement(
  deps: PrepareDeps,
  change: ChangeContext,
  id: TrayEntryId,
  decidedOn: Instant,
): Promise<void> {
  const former = await prepareFormer(deps, change.db, id, decidedOn)
  await change.db.transaction((db) => switchBack({ ...change, db }, id, decidedOn, former))
}

/** The file that the image had, with its attributes. */
interface Former {
  readonly filePath: string
  readonly sha256: string
  readonly byteLength: number
  readonly sopInstanceUID: string
  readonly reading: FileSummary
  readonly currentPath: string
  readonly currentContent: string | undefined
  readonly receivedContent: string | undefined
}

async function prepareFormer(
  { files, readPool }: PrepareDeps,
  db: ClinicDb,
  id: TrayEntryId,
  decidedOn: Instant,
): Promise<Former> {
  const { image, version, entry } = await findReplacement(db, id, decidedOn)
  const { filePath, sha256, byteLength, sopInstanceUID } = version
  if (filePath === null || (await files.stat(filePath)) === undefined) refuse('tray/undo-late')
  return {
    filePath,
    sha256,
    byteLength,
    sopInstanceUID,
    reading: await readStoredAttributes(readPool, files, { key: filePath, byteLength }),
    currentPath: image.filePath,
    currentContent: await hashDataSet(files, image.filePath),
    receivedContent: await hashDataSet(files, entry.filePath),
  }
}

/** The decision, its image and the file that it replaced, if nothing has changed since. */
async function findReplacement(db: ClinicDb, id: TrayEntryId, decidedOn: Instant) {
  const found = await entries.findEntries(db, [id])
  const [entry = refuse('record/not-found')] = found
  refuseChanged(found, decidedOn)
  const imageId = entry.imageId ?? refuse('tray/changed')
  const last = await queries.findLastReplacement(db, imageId)
  if (last && last.id !== id) refuse('tray/later', { values: { name: last.username ?? '' } })
  const [image = refuse('tray/changed')] = await queries.listImages(db, [imageId])
  const versions = await queries.listVersions(db, [imageId])
  // A later replacement that was undone, and a new UID for another animal, changed no file.
  const version = versions.find(({ reason }) => reason !== 'undone' && reason !== 'identity')
  if (version?.reason !== 'replacement') refuse('tray/corrected')
  const isReissued = versions.find(({ reason }) => reason !== 'undone')?.reason === 'identity'
  if (await queries.hasOpenCase(db, [image.studyId])) refuse('reassign/open-case')
  return { entry, image, version, isReissued }
}

async function switchBack(
  change: ChangeContext,
  id: TrayEntryId,
  decidedOn: Instant,
  former: Former,
): Promise<void> {
  const { db, actor, clock } = change
  const { entry, image, isReissued } = await lockAndFind(db, id, decidedOn, former)
  const { clinicId } = entry
  const now = clock()
  const values = toRecordValues(former.reading, await queries.findRecordClinic(db), now)
  const { filePath, sha256, byteLength } = former
  // A server keeps the first object of a UID: the former one gets another UID if a server has the
  // replacing one, or has the former one as that of another animal.
  const needsUid = isReissued || (await queries.isSent(db, image.id))
  const sopInstanceUID = needsUid ? newUid() : former.sopInstanceUID
  const written = await replaceFile(db, image.id, {
    previousPath: former.currentPath,
    previousContent: former.currentContent,
    change: { ...values.image, sopInstanceUID, filePath, sha256, byteLength, isAutoSent: false },
    json: former.reading.json,
  })
  if (!written) refuse('tray/changed')
  if (former.receivedContent !== undefined)
    await removeVersion(db, image.id, former.receivedContent)
  const kept = { clinicId, imageId: image.id, userId: actor.id, replacedOn: now.toISOString() }
  await queries.removeReplaced(db, image.id, former.sopInstanceUID)
  if (needsUid)
    await instances.keepReplaced(db, {
      ...kept,
      sopInstanceUID: former.sopInstanceUID,
      filePath: null,
      sha256: '',
      byteLength: 0,
      reason: 'identity',
    })
  const { sopInstanceUID: undoneUID, filePath: undonePath } = image
  await instances.keepReplaced(db, {
    ...kept,
    sopInstanceUID: undoneUID,
    filePath: undonePath,
    sha256: image.sha256,
    byteLength: image.byteLength,
    reason: 'undone',
  })
  await instances.requeueSent(db, [image.id], { now: now.toISOString() })
  // The former file was listed among the discarded ones.
  await queries.removeDiscarded(db, filePath)
  await reopen(db, id)
  await recordAuditEvent(change, {
    action: 'tray.undo',
    entityId: id,
    clinicId,
    subject: formatSubject(entry),
    before: { decision: 'replace', decidedBy: entry.decidedByName, decidedOn },
    after: { images: 1, imageId: image.id },
  })
  await touchClinic(db.unscopedDb, clinicId)
}

/** Reads the records again under the lock: another user may have changed them meanwhile. */
async function lockAndFind(db: ClinicDb, id: TrayEntryId, decidedOn: Instant, former: Former) {
  const [{ clinicId } = refuse('record/not-found')] = await entries.findEntries(db, [id])
  await lockClinic(db.unscopedDb, clinicId)
  const found = await findReplacement(db, id, decidedOn)
  const isSame =
    found.image.filePath === former.currentPath && found.version.filePath === former.filePath
  return isSame ? found : refuse('tray/changed')
}
