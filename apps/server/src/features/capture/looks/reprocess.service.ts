import { refuse } from '@talus/contract'
import type { ImageId } from '@talus/contract'
import { fieldAttributes } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import { presets } from '@talus/imaging/processing'
import { touchClinic } from '../../../db/listing/index.ts'
import type { StoredFile } from '../../../files/index.ts'
import type { Logger } from '../../../jobs/define-job.ts'
import type { ProcessedFrame, Readings } from '../../../workers/index.ts'
import { keyFor, readStored, rewritePixels, switchFile } from '../../archive/index.ts'
import { record } from '../../audit/index.ts'
import type { Change } from '../../audit/index.ts'
import { findShown } from '../../images/index.ts'
import { newUid } from '../../studies/index.ts'
import { frameOf } from './looks.frame.ts'
import * as looks from './looks.queries.ts'
import type { ImageRow } from './looks.queries.ts'
import { lookNamed } from './looks.service.ts'
import type { LookDeps } from './looks.service.ts'
import * as images from './reprocess.queries.ts'

export interface ReprocessDeps extends LookDeps {
  readonly readings: Readings
  readonly log: Logger
}

/** A correction of the annotation at the same moment is no reason to process again. */
const attempts = 3

/**
 * Another image of the same raw data, which stay as they are. It has other pixels, so it has another
 * name for other systems, and is the same image here. Its attributes are those of the file that it
 * replaces, corrections among them.
 */
export async function reprocess(
  deps: ReprocessDeps,
  change: Change,
  { id, look: wanted }: { readonly id: ImageId; readonly look: string },
) {
  const { frame, image: asked } = await frameOf(deps.files, change.db, id)
  const look = lookNamed(wanted)
  if (asked.look !== look) {
    const processed = await deps.processings.process({ ...(await frame()), look })
    const name = presets[look].names.en
    for (let attempt = 1; !(await replaced(deps, change, id, { ...processed, name })); attempt += 1)
      if (attempt === attempts) refuse('record/changed-meanwhile')
  }
  return (await findShown(change.db, id)) ?? refuse('record/not-found')
}

interface NamedFrame extends ProcessedFrame {
  /** Of its look. */
  readonly name: string
}

const attributesOf = (
  processed: NamedFrame,
  sopInstanceUID: string,
  before: ImageRow,
): Attributes => ({
  // Nobody could process it when it was taken: it was shown as it came, dark for many counts.
  ...(before.look === '' && {
    PixelIntensityRelationshipSign: -1,
    PresentationLUTShape: 'IDENTITY',
  }),
  SOPInstanceUID: sopInstanceUID,
  Rows: processed.rows,
  Columns: processed.columns,
  ...fieldAttributes([processed.origin.y, processed.origin.x]),
  PhotometricInterpretation: 'MONOCHROME2',
  BitsAllocated: 16,
  BitsStored: processed.bitsStored,
  HighBit: processed.bitsStored - 1,
  WindowCenter: processed.window.center,
  WindowWidth: processed.window.width,
  VOILUTFunction: 'SIGMOID',
  AcquisitionDeviceProcessingDescription: processed.name,
})

/** False where the file was replaced by somebody else meanwhile. */
async function replaced(
  { files, readings, log }: ReprocessDeps,
  change: Change,
  imageId: ImageId,
  processed: NamedFrame,
): Promise<boolean> {
  const before = (await looks.find(change.db, imageId)) ?? refuse('record/not-found')
  const { clinicId, filePath, byteLength } = before
  const remove = (key: string) =>
    files.remove(key).catch((error: unknown) => log.warn({ err: error }, 'a file is left over'))
  const instance = { clinicId, imageId, sopInstanceUID: newUid() }
  const key = keyFor(clinicId, change.clock())
  // Before the file is there: a server that dies now must not find it as an image of its own.
  await images.remember(change.db, instance)
  let isReplaced = false
  try {
    const old = { key: filePath, byteLength }
    const { pixelStart } = await readStored(readings, files, old)
    const changes = attributesOf(processed, instance.sopInstanceUID, before)
    const { pixels } = processed
    const file = await rewritePixels(files, { ...old, pixelStart }, { changes, pixels }, key)
    const { json } = await readStored(readings, files, file)
    isReplaced = await switched(change, before, { file, json, processed, instance })
  } catch (error) {
    // Replaced by somebody else while it was read: it is not missing.
    const now = await looks.find(change.db, imageId)
    if (!now || now.filePath === filePath) throw error
  } finally {
    if (!isReplaced) await remove(key).then(() => images.forget(change.db, instance))
  }
  if (isReplaced) await remove(filePath)
  return isReplaced
}

interface Made {
  readonly file: StoredFile
  readonly json: string
  readonly processed: ProcessedFrame
  readonly instance: Parameters<typeof images.remember>[1]
}

const switched = (
  change: Change,
  before: ImageRow,
  { file, json, processed, instance }: Made,
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
      // Other systems have the pixels of before.
      isAutoSent: false,
    }
    const { filePath: readFile } = before
    if (!(await switchFile(db, id, { readFile, change: after, json }))) return false
    await images.setLook(db, id, processed.look)
    await images.forget(db, instance)
    await images.remember(db, { ...instance, sopInstanceUID })
    await record(
      { ...change, db },
      {
        action: 'image.reprocess',
        entityId: id,
        clinicId,
        subject: `${bodyPart} ${bodyPartView}`.trim(),
        before: { look: before.look },
        after: { look: processed.look },
      },
    )
    await touchClinic(db.unscopedDb, clinicId)
    return true
  })
