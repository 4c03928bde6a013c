import { refuse } from '@talus/contract'
import { createCorrectedAttributes, parseDicomJson, toOtherPatientJson } from '@talus/dicom'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { rewriteHeader } from '../../images/index.ts'
import { newUid } from '../../studies/index.ts'
import * as instances from '../correct/correct.queries.ts'
import { readStoredAttributes } from '../receive/read-attributes.ts'
import { createImageKey } from '../receive/image-key.ts'
import { hashDataSet } from '../records/file-content.ts'
import { resolveFile } from '../records/insert-records.ts'
import { replaceFile } from '../records/replace-file.queries.ts'
import { markDecided } from './file-entry.ts'
import type { Filing } from './file-entry.ts'
import { keepFormerFile } from './keep-former-file.ts'
import { toPatientAttributes, toPatientChanges } from './patient-changes.ts'
import { readEntryFile } from './prepare-file.ts'
import type { PrepareDeps, PreparedFile } from './prepare-file.ts'
import * as entries from './tray-entries.queries.ts'
import type { ReplacedImage, TrayEntry } from './tray-entries.queries.ts'

/**
 * Gives the received file the study, series and animal of the image that it replaces, and a new SOP
 * instance UID with its predecessor, as every correction does: other systems keep the first object
 * of a UID.
 */
export async function prepareReplacement(
  deps: PrepareDeps,
  db: ClinicDb,
  entry: TrayEntry,
  now: Date,
): Promise<PreparedFile> {
  const { files, readPool } = deps
  const { clinicId } = entry
  const replaced = await findReplaced(db, entry)
  const { reading } = await readEntryFile(deps, entry)
  const instance = { clinicId, imageId: replaced.id, sopInstanceUID: newUid() }
  const { pixelStart } = reading
  const { filePath: receivedKey, sha256: receivedHash, byteLength: receivedBytes } = entry
  const received = {
    key: receivedKey,
    sha256: receivedHash,
    byteLength: receivedBytes,
    pixelStart,
  }
  const { studyInstanceUID, seriesInstanceUID, patientId, owner, ...patient } = replaced
  const identity = { ...patient, owner: owner ?? '' }
  const { attributes, isOtherPatient } = await toPatientChanges(db, entry, {
    id: patientId,
    identity,
  })
  const header = parseDicomJson(reading.json)
  const before = isOtherPatient
    ? toOtherPatientJson(header, { patientId: '', patientName: '' })
    : header
  const predecessor = { '00080018': { vr: 'UI', Value: [replaced.sopInstanceUID] } }
  const changes = {
    StudyInstanceUID: studyInstanceUID,
    SeriesInstanceUID: seriesInstanceUID,
    // A file without a patient ID contradicts nothing, and states it from now on.
    ...(reading.identity.patientId !== identity.number && toPatientAttributes(identity)),
    ...attributes,
    ...createCorrectedAttributes({
      before: { ...before, ...predecessor },
      changes: {},
      sopInstanceUid: instance.sopInstanceUID,
      at: now.toISOString(),
    }),
  }
  const key = createImageKey(clinicId, now)
  // Registered before the file exists: after a crash it must not be adopted as a new image.
  await instances.registerInstance(db, instance)
  try {
    const stored = await rewriteHeader(deps, received, changes, key, { isOtherPatient })
    const { sha256, byteLength } = stored
    return {
      entry,
      reading: await readStoredAttributes(readPool, files, stored),
      file: { filePath: key, sha256, byteLength },
      isNew: true,
      replacement: {
        instance,
        replaced,
        previousContent: await hashDataSet(files, replaced.filePath),
        receivedContent: await hashDataSet(files, entry.filePath),
      },
    }
  } catch (error) {
    await files.remove(key).catch(() => undefined)
    await instances.unregisterInstance(db, instance)
    throw error
  }
}

async function findReplaced(db: ClinicDb, { recordImageId }: TrayEntry): Promise<ReplacedImage> {
  const image = recordImageId === null ? undefined : await entries.findReplaced(db, recordImageId)
  if (!image || image.isDeleted) refuse('tray/changed')
  return image
}

/**
 * Replaces the file of an image by the received one, and sends it to the servers that have the
 * former one, which is in the history of the image and can be recovered from a discarded entry.
 */
export async function replaceImage(
  change: ChangeContext,
  prepared: PreparedFile,
  filing: Filing,
): Promise<Filing> {
  const { db, actor, clock } = change
  const { entry, reading, file, replacement = refuse('tray/changed') } = prepared
  const { clinicId, userId } = entry
  const { instance, previousContent, receivedContent } = replacement
  const current = await findReplaced(db, entry)
  const { id, studyId, filePath: previousPath, sha256, byteLength, sopInstanceUID } = current
  // The file names the predecessor, the study and the animal that were read.
  const isChanged =
    sopInstanceUID !== replacement.replaced.sopInstanceUID ||
    studyId !== replacement.replaced.studyId ||
    current.patientId !== replacement.replaced.patientId
  if (isChanged) refuse('tray/changed')
  const now = clock()
  const { values } = await resolveFile(db, { clinicId, userId, reading, file, expected: {} }, now)
  const { json } = reading
  const written = await replaceFile(db, id, {
    previousPath: replacement.replaced.filePath,
    previousContent,
    receivedContent,
    change: { ...values.image, ...file, isAutoSent: false },
    json,
  })
  if (!written) refuse('tray/changed')
  await instances.unregisterInstance(db, instance)
  const isKept = previousContent !== undefined
  await instances.keepReplaced(db, {
    clinicId,
    imageId: id,
    sopInstanceUID,
    ...(isKept
      ? { filePath: previousPath, sha256, byteLength }
      : { filePath: null, sha256: '', byteLength: 0 }),
    reason: 'replacement',
    userId: actor.id,
    replacedOn: now.toISOString(),
  })
  await instances.requeueSent(db, [id], { now: now.toISOString() })
  if (isKept) await keepPrevious(change, entry, current, now)
  await markDecided(change, prepared, filing.decision, id)
  return { ...filing, studyId }
}

/** The kept file has the study and animal of the image, which the file itself may not state. */
const keepPrevious = (
  change: ChangeContext,
  entry: TrayEntry,
  { filePath, sha256, byteLength, sopInstanceUID, studyInstanceUID }: ReplacedImage,
  now: Date,
): Promise<void> =>
  keepFormerFile(
    change,
    entry,
    {
      filePath,
      sha256,
      byteLength,
      sopInstanceUID,
      studyInstanceUID,
      receivedOn: now.toISOString(),
    },
    now,
  )
