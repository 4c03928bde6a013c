import { isCorrectionWithoutSide } from '@talus/anatomy'
import { getSpeciesName, mayAnnotateImage, refuse } from '@talus/contract'
import type { RouteBody, routes } from '@talus/contract'
import { createExposureIndexAttributes } from '@talus/dicom'
import { computeDeviationIndex, getTargetIndex } from '@talus/imaging/processing'
import type { Logger } from '@talus/node-kit/logger'
import { touchClinic } from '../../../db/listing/index.ts'
import type { FileStore } from '../../../files/index.ts'
import type { ReadPool } from '../../../workers/index.ts'
import { diffValues, recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { findImageDetails } from '../../images/index.ts'
import { toAnnotationAttributes } from './annotation-attributes.ts'
import * as images from './annotate.queries.ts'
import { readStoredAttributes } from '../receive/read-attributes.ts'
import { createImageKey } from '../receive/receive-file.ts'
import { rewriteHeader } from '../receive/rewrite-header.ts'
import { hashDataSet } from '../records/file-content.ts'
import { replaceFile } from '../records/replace-file.queries.ts'

export interface AnnotateDeps {
  readonly files: FileStore
  readonly readPool: ReadPool
  readonly log: Logger
}

type FoundImage = NonNullable<Awaited<ReturnType<typeof images.find>>>

/** Whether this product processed the image; the file of a vendor is archived as it came. */
const isOwnImage = ({ frameInfo }: FoundImage) =>
  frameInfo !== null && frameInfo['format'] !== 'dicom'

/**
 * The target exposure index depends on the body part, and the deviation on the target. Another
 * system's target is not replaced.
 */
function getCorrectedExposure(image: FoundImage, bodyPart: string) {
  const { exposureIndex: value, speciesId } = image
  const species = speciesId === null ? undefined : getSpeciesName(speciesId)
  if (value === null || !species || !isOwnImage(image)) return undefined
  const target = getTargetIndex(species, bodyPart) ?? undefined
  const deviation = target === undefined ? null : computeDeviationIndex(value, target)
  return { value, target, deviation: deviation ?? undefined }
}

type Corrected = Pick<FoundImage, 'bodyPart' | 'bodyPartView' | 'animalSize'>

/** Keeps the replaced values for the X-ray log, in which nothing changes without a trace. */
async function recordCorrection(change: ChangeContext, before: FoundImage, after: Corrected) {
  const { bodyPart, bodyPartView, animalSize } = after
  const isChanged =
    bodyPart !== before.bodyPart ||
    bodyPartView !== before.bodyPartView ||
    animalSize !== before.animalSize
  if (isChanged)
    await images.insertCorrection(change.db, {
      clinicId: before.clinicId,
      imageId: before.id,
      userId: change.actor.id,
      previousBodyPart: before.bodyPart,
      previousBodyPartView: before.bodyPartView,
      previousAnimalSize: before.animalSize,
      bodyPart,
      bodyPartView,
      animalSize,
      createdOn: change.clock().toISOString(),
    })
}

/**
 * Corrects body part and view of an image, in its record and in its file, so that a recipient of
 * the file reads the same as the product shows. The new file is complete on disk before the record
 * points at it, and the old file is removed once no record points at it; the pixel data keep their
 * bytes.
 */
export async function annotate(
  { files, readPool, log }: AnnotateDeps,
  change: ChangeContext,
  { imageId, annotation }: RouteBody<typeof routes.image.annotate>,
) {
  const before = (await images.find(change.db, imageId)) ?? refuse('record/not-found')
  const { userId: imageUserId, studyUserId } = before
  if (!mayAnnotateImage(change.actor, { imageUserId, studyUserId }))
    refuse('annotation/not-own-image')
  const { bodyPart, bodyPartView } = annotation
  if (before.modality === 'General' && bodyPartView === '')
    refuse('request/invalid', { fields: { 'annotation.bodyPartView': 'field/required' } })
  // The side of an old annotation may be unknown for good, so that it may be kept.
  const isSame =
    bodyPart === before.bodyPart && bodyPartView.toUpperCase() === before.bodyPartView.toUpperCase()
  if (!isSame && isCorrectionWithoutSide(annotation, isOwnImage(before)))
    refuse('request/invalid', { fields: { 'annotation.bodyPart': 'field/side-needed' } })
  const corrected = {
    bodyPart,
    bodyPartView,
    animalSize: annotation.animalSize ?? before.animalSize,
  }
  const exposure = getCorrectedExposure(before, bodyPart)
  const attributes = {
    ...toAnnotationAttributes(corrected, {
      clinicType: before.clinicType,
      isOwn: isOwnImage(before),
    }),
    ...(exposure && createExposureIndexAttributes(exposure)),
  }
  const old = { key: before.filePath, byteLength: before.byteLength }
  const key = createImageKey(before.clinicId, change.clock())
  const rewriteFile = async () => {
    const { pixelStart } = await readStoredAttributes(readPool, files, old)
    return rewriteHeader(files, { ...old, pixelStart }, attributes, key)
  }
  const file = await rewriteFile().catch(async (error: unknown) => {
    // Another user replaced the file while it was read: it is not missing.
    const now = await images.find(change.db, imageId)
    if (now && now.filePath !== before.filePath) refuse('record/changed-meanwhile')
    throw error
  })
  const remove = (unused: string) =>
    files.remove(unused).catch((error: unknown) => log.warn({ err: error }, 'a file is left over'))
  const { json } = await readStoredAttributes(readPool, files, file)
  const previousContent = await hashDataSet(files, before.filePath)
  const image = await change.db.transaction(async (db) => {
    const after = {
      ...corrected,
      filePath: file.key,
      sha256: file.sha256,
      byteLength: file.byteLength,
    }
    // Without this check, the second of two concurrent corrections would undo the first.
    const { filePath: previousPath } = before
    const replacement = { previousPath, previousContent, change: after, json }
    if (!(await replaceFile(db, imageId, replacement))) return undefined
    const deviationIndex = exposure ? exposure.deviation : before.deviationIndex
    if (exposure) await images.setDeviationIndex(db, imageId, exposure.deviation ?? null)
    await recordCorrection({ ...change, db }, before, corrected)
    const event = { action: 'image.annotate' as const, entityId: imageId }
    await recordAuditEvent(
      { ...change, db },
      {
        ...event,
        clinicId: before.clinicId,
        subject: `${before.bodyPart} ${before.bodyPartView}`.trim(),
        ...diffValues({ ...before }, { ...corrected, deviationIndex: deviationIndex ?? null }),
      },
    )
    await touchClinic(db.unscopedDb, before.clinicId)
    return findImageDetails(db, imageId)
  })
  await remove(image ? before.filePath : file.key)
  return image ?? refuse('record/changed-meanwhile')
}
