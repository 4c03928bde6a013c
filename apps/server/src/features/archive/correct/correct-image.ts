import type { ClinicId, ImageId, ReplacementReason } from '@talus/contract'
import { createCorrectedAttributes, parseDicomJson } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import type { Logger } from '@talus/node-kit/logger'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { FileStore, StoredFile } from '../../../files/index.ts'
import type { ReadPool } from '../../../workers/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import type { FileToRewrite } from '../../images/index.ts'
import { newUid } from '../../studies/index.ts'
import { readStoredAttributes } from '../receive/read-attributes.ts'
import { createImageKey } from '../receive/image-key.ts'
import { hashDataSet } from '../records/file-content.ts'
import { replaceFile } from '../records/replace-file.queries.ts'
import type { FileChange } from '../records/replace-file.queries.ts'
import * as instances from './correct.queries.ts'

export interface CorrectDeps {
  readonly files: FileStore
  readonly readPool: ReadPool
  readonly log: Logger
}

/** The image before its correction. */
interface CurrentImage {
  readonly id: ImageId
  readonly clinicId: ClinicId
  readonly filePath: string
  readonly sha256: string
  readonly byteLength: number
  readonly sopInstanceUID: string
}

export interface ImageCorrection {
  readonly reason: ReplacementReason
  readonly changes: Attributes
  /** Writes the corrected file with all changes, among them the new UID. */
  readonly write: (file: FileToRewrite, changes: Attributes, key: string) => Promise<StoredFile>
  /** Columns of the record that change with the file. */
  readonly columns: Omit<FileChange, 'filePath' | 'sha256' | 'byteLength' | 'sopInstanceUID'>
  /** Runs in the transaction after the record has changed. */
  readonly afterChange: (db: ClinicDb, corrected: CorrectedImage) => Promise<void>
  /** Whether the replaced file is kept; raw data can reproduce it otherwise. */
  readonly keepsFile: boolean
}

export interface CorrectedImage {
  readonly sopInstanceUID: string
  /** The number of servers that get the corrected image. */
  readonly resent: number
}

/**
 * Replaces the object of an image by a corrected one with a new SOP instance UID, and sends it to
 * the servers that have the old one: a receiver keeps the first object of a UID. The record of the
 * image stays the same, so that drawings, links and lists keep their image.
 *
 * At every moment the record refers to one complete file: the UID is registered before the new file
 * is written, and the record changes in one transaction. Resolves with false if another user
 * changed the image meanwhile; then nothing is changed.
 */
export async function correctImage(
  { files, readPool, log }: CorrectDeps,
  change: ChangeContext,
  before: CurrentImage,
  correction: ImageCorrection,
): Promise<boolean> {
  const { id: imageId, clinicId, filePath, sha256, byteLength } = before
  const now = change.clock()
  const instance = { clinicId, imageId, sopInstanceUID: newUid() }
  const key = createImageKey(clinicId, now)
  const remove = (unused: string) =>
    files.remove(unused).catch((error: unknown) => log.warn({ err: error }, 'a file is left over'))
  // Registered before the file exists: after a crash it must not be adopted as a new image.
  await instances.registerInstance(change.db, instance)
  let isReplaced = false
  try {
    const old = { key: filePath, byteLength }
    const { json: oldJson, pixelStart } = await readStoredAttributes(readPool, files, old)
    const changes = createCorrectedAttributes({
      before: parseDicomJson(oldJson),
      changes: correction.changes,
      sopInstanceUid: instance.sopInstanceUID,
      at: now.toISOString(),
    })
    const file = await correction.write({ ...old, sha256, pixelStart }, changes, key)
    const { json } = await readStoredAttributes(readPool, files, file)
    const previousContent = await hashDataSet(files, filePath)
    const replacement = { instance, file, json, previousContent }
    isReplaced = await switchRecord(change, before, { ...correction, ...replacement })
  } finally {
    if (!isReplaced) await remove(key).then(() => instances.unregisterInstance(change.db, instance))
  }
  if (isReplaced && !correction.keepsFile) await remove(filePath)
  return isReplaced
}

interface Switch extends Pick<ImageCorrection, 'reason' | 'columns' | 'afterChange' | 'keepsFile'> {
  readonly instance: Parameters<typeof instances.registerInstance>[1]
  readonly file: StoredFile
  readonly json: string
  readonly previousContent: string | undefined
}

const switchRecord = (
  change: ChangeContext,
  before: CurrentImage,
  { reason, columns, afterChange, keepsFile, instance, file, json, previousContent }: Switch,
): Promise<boolean> =>
  change.db.transaction(async (db) => {
    const { id, clinicId, filePath, sha256, byteLength, sopInstanceUID } = before
    const after = {
      ...columns,
      filePath: file.key,
      sha256: file.sha256,
      byteLength: file.byteLength,
      sopInstanceUID: instance.sopInstanceUID,
    }
    // Without this check, the second of two concurrent corrections would undo the first.
    const replacement = { previousPath: filePath, previousContent, change: after, json }
    if (!(await replaceFile(db, id, replacement))) return false
    await instances.unregisterInstance(db, instance)
    const replacedOn = change.clock().toISOString()
    await instances.keepReplaced(db, {
      clinicId,
      imageId: id,
      sopInstanceUID,
      ...(keepsFile ? { filePath, sha256, byteLength } : { filePath: null, sha256, byteLength: 0 }),
      reason,
      userId: change.actor.id,
      replacedOn,
    })
    const resent = await instances.requeueSent(db, [id], { now: replacedOn })
    await afterChange(db, { sopInstanceUID: instance.sopInstanceUID, resent })
    return true
  })
