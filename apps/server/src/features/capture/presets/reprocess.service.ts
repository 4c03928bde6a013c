import { refuse } from '@talus/contract'
import type { ImageId } from '@talus/contract'
import { createFieldOfViewAttributes } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import { presets } from '@talus/imaging/processing'
import { touchClinic } from '../../../db/listing/index.ts'
import type { ProcessedFrame } from '../../../workers/index.ts'
import { correctImage } from '../../archive/index.ts'
import type { CorrectDeps } from '../../archive/index.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { findImageDetails, rewritePixels } from '../../images/index.ts'
import { loadRawFrame } from './presets.frame.ts'
import * as queries from './presets.queries.ts'
import type { ImageRow } from './presets.queries.ts'
import { parsePreset } from './presets.service.ts'
import type { PresetDeps } from './presets.service.ts'
import * as images from './reprocess.queries.ts'

export type ReprocessDeps = PresetDeps & CorrectDeps

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

const toAttributes = (processed: NamedFrame, before: ImageRow): Attributes => ({
  // The frame could not be processed when it was captured, so the old file shows raw counts as
  // MONOCHROME1.
  ...(before.preset === '' && {
    PixelIntensityRelationshipSign: -1,
    PresentationLUTShape: 'IDENTITY',
  }),
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
  deps: ReprocessDeps,
  change: ChangeContext,
  imageId: ImageId,
  processed: NamedFrame,
): Promise<boolean> {
  const before = (await queries.find(change.db, imageId)) ?? refuse('record/not-found')
  const isReplaced = correctImage(deps, change, before, {
    reason: 'processing',
    changes: toAttributes(processed, before),
    columns: {
      rows: processed.rows,
      columns: processed.columns,
      // Other systems have the previous pixel data.
      isAutoSent: false,
    },
    // The raw data can be processed with the previous preset again.
    keepsFile: false,
    write: (file, changes, key) =>
      rewritePixels(deps, file, { changes, pixels: processed.pixels }, key),
    afterChange: async (db) => {
      await images.setPreset(db, imageId, processed.preset)
      await recordChange({ ...change, db }, before, processed.preset)
    },
  })
  return isReplaced.catch(async (error: unknown) => {
    // Another user replaced the file while it was read: it is not missing.
    const now = await queries.find(change.db, imageId)
    if (!now || now.filePath === before.filePath) throw error
    return false
  })
}

async function recordChange(
  change: ChangeContext,
  { id, clinicId, bodyPart, bodyPartView, preset: previous }: ImageRow,
  preset: string,
): Promise<void> {
  await recordAuditEvent(change, {
    action: 'image.reprocess',
    entityId: id,
    clinicId,
    subject: `${bodyPart} ${bodyPartView}`.trim(),
    before: { preset: previous },
    after: { preset },
  })
  await touchClinic(change.db.unscopedDb, clinicId)
}
