import { refuse } from '@talus/contract'
import type { ImageId } from '@talus/contract'
import { createFieldOfViewAttributes } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import { presets } from '@talus/imaging/processing'
import type { Logger } from '@talus/node-kit/logger'
import { touchClinic } from '../../../db/listing/index.ts'
import type { StoredFile } from '../../../files/index.ts'
import type { ProcessedFrame, ReadPool } from '../../../workers/index.ts'
import {
  createImageKey,
  hashDataSet,
  readStoredAttributes,
  rewritePixels,
  replaceFile,
} from '../../archive/index.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { findImageDetails } from '../../images/index.ts'
import { newUid } from '../../studies/index.ts'
import { loadRawFrame } from './presets.frame.ts'
import * as queries from './presets.queries.ts'
import type { ImageRow } from './presets.queries.ts'
import { parsePreset } from './presets.service.ts'
import type { PresetDeps } from './presets.service.ts'
import * as images from './reprocess.queries.ts'

export interface ReprocessDeps extends PresetDeps {
  readonly readPool: ReadPool
  readonly log: Logger
}

/**
 * How often the file is rewritten if it is corrected meanwhile; the frame is not processed again.
 */
const attemptsMax = 3

/**
 * Processes the raw data of an image with another preset. The new pixel data needs a new SOP
 * instance UID for other systems, but the image record stays the same. All other attributes are
 * those of the replaced file, including corrections.
 */
export async function reprocess(
  deps: ReprocessDeps,
  change: ChangeContext,
  { id, preset: presetName }: { readonly id: ImageId; readonly preset: string },
) {
  const { readFrame, image: current } = await loadRawFrame(deps.files, change.db, id)
  const preset = parsePreset(presetName)
  if (current.preset !== preset) {
    const processed = await deps.processPool.process({ ...(await readFrame()), preset })
    const name = presets[preset].names.en
    for (
      let attempt = 1;
      !(await replaceImageFile(deps, change, id, { ...processed, name }));
      attempt += 1
    )
      if (attempt === attemptsMax) refuse('record/changed-meanwhile')
  }
  return (await findImageDetails(change.db, id)) ?? refuse('record/not-found')
}

interface NamedFrame extends ProcessedFrame {
  /** The name of the preset. */
  readonly name: string
}

const toAttributes = (
  processed: NamedFrame,
  sopInstanceUID: string,
  before: ImageRow,
): Attributes => ({
  // The frame could not be processed when it was captured, so the old file shows raw counts as
  // MONOCHROME1.
  ...(before.preset === '' && {
    PixelIntensityRelationshipSign: -1,
    PresentationLUTShape: 'IDENTITY',
  }),
  SOPInstanceUID: sopInstanceUID,
  Rows: processed.rows,
  Columns: processed.columns,
  ...createFieldOfViewAttributes([processed.origin.y, processed.origin.x]),
  PhotometricInterpretation: 'MONOCHROME2',
  BitsAllocated: 16,
  BitsStored: processed.bitsStored,
  HighBit: processed.bitsStored - 1,
  WindowCenter: processed.window.center,
  WindowWidth: processed.window.width,
  VOILUTFunction: 'SIGMOID',
  AcquisitionDeviceProcessingDescription: processed.name,
})

/** Resolves with false if another user replaced the file meanwhile. */
async function replaceImageFile(
  { files, readPool, log }: ReprocessDeps,
  change: ChangeContext,
  imageId: ImageId,
  processed: NamedFrame,
): Promise<boolean> {
  const before = (await queries.find(change.db, imageId)) ?? refuse('record/not-found')
  const { clinicId, filePath, byteLength } = before
  const remove = (key: string) =>
    files.remove(key).catch((error: unknown) => log.warn({ err: error }, 'a file is left over'))
  const instance = { clinicId, imageId, sopInstanceUID: newUid() }
  const key = createImageKey(clinicId, change.clock())
  // Registered before the file exists: after a crash it must not be adopted as a new image.
  await images.addReplacedInstance(change.db, instance)
  let isReplaced = false
  try {
    const old = { key: filePath, byteLength }
    const { pixelStart } = await readStoredAttributes(readPool, files, old)
    const changes = toAttributes(processed, instance.sopInstanceUID, before)
    const { pixels } = processed
    const file = await rewritePixels(files, { ...old, pixelStart }, { changes, pixels }, key)
    const { json } = await readStoredAttributes(readPool, files, file)
    const previousContent = await hashDataSet(files, filePath)
    const newFile = { file, json, processed, instance, previousContent }
    isReplaced = await switchRecord(change, before, newFile)
  } catch (error) {
    // Another user replaced the file while it was read: it is not missing.
    const now = await queries.find(change.db, imageId)
    if (!now || now.filePath === filePath) throw error
  } finally {
    if (!isReplaced)
      await remove(key).then(() => images.removeReplacedInstance(change.db, instance))
  }
  if (isReplaced) await remove(filePath)
  return isReplaced
}

interface NewFile {
  readonly file: StoredFile
  readonly json: string
  readonly processed: ProcessedFrame
  readonly previousContent: string | undefined
  readonly instance: Parameters<typeof images.addReplacedInstance>[1]
}

const switchRecord = (
  change: ChangeContext,
  before: ImageRow,
  { file, json, processed, instance, previousContent }: NewFile,
): Promise<boolean> =>
  change.db.transaction(async (db) => {
    const { id, clinicId, bodyPart, bodyPartView, sopInstanceUID } = before
    const after = {
      filePath: file.key,
      sha256: file.sha256,
      byteLength: file.byteLength,
      sopInstanceUID: instance.sopInstanceUID,
      rows: processed.rows,
      columns: processed.columns,
      // Other systems have the previous pixel data.
      isAutoSent: false,
    }
    const { filePath: previousPath } = before
    const replacement = { previousPath, previousContent, change: after, json }
    if (!(await replaceFile(db, id, replacement))) return false
    await images.setPreset(db, id, processed.preset)
    await images.removeReplacedInstance(db, instance)
    await images.addReplacedInstance(db, { ...instance, sopInstanceUID })
    await recordAuditEvent(
      { ...change, db },
      {
        action: 'image.reprocess',
        entityId: id,
        clinicId,
        subject: `${bodyPart} ${bodyPartView}`.trim(),
        before: { preset: before.preset },
        after: { preset: processed.preset },
      },
    )
    await touchClinic(db.unscopedDb, clinicId)
    return true
  })
