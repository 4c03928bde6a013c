import { isCorrectionWithoutSide } from '@talus/anatomy'
import { getSpeciesName, mayAnnotateImage, refuse } from '@talus/contract'
import type { RouteBody, routes } from '@talus/contract'
import { createExposureIndexAttributes } from '@talus/dicom'
import { computeDeviationIndex, getTargetIndex } from '@talus/imaging/processing'
import { touchClinic } from '../../../db/listing/index.ts'
import { diffValues, recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { findImageDetails, rewriteHeader } from '../../images/index.ts'
import { toAnnotationAttributes } from './annotation-attributes.ts'
import * as images from './annotate.queries.ts'
import { correctImage } from '../correct/correct-image.ts'
import type { CorrectDeps } from '../correct/correct-image.ts'

export type AnnotateDeps = CorrectDeps

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
 * the file reads the same as the product shows. The corrected object has a new SOP instance UID;
 * the pixel data keep their bytes.
 */
export async function annotate(
  deps: AnnotateDeps,
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
  const isReplaced =
    bodyPart === before.bodyPart && bodyPartView === before.bodyPartView
      ? await correctSize(change, before, corrected)
      : await correctObject(deps, change, before, corrected)
  if (!isReplaced) refuse('record/changed-meanwhile')
  return (await findImageDetails(change.db, imageId)) ?? refuse('record/not-found')
}

/** The size of the animal is not part of the object, so that the same object stays. */
async function correctSize(
  change: ChangeContext,
  before: FoundImage,
  corrected: Corrected,
): Promise<boolean> {
  if (corrected.animalSize === before.animalSize) return true
  await change.db.transaction(async (db) => {
    await images.setSize(db, before.id, corrected.animalSize)
    await recordChange({ ...change, db }, before, corrected)
  })
  return true
}

async function correctObject(
  deps: AnnotateDeps,
  change: ChangeContext,
  before: FoundImage,
  corrected: Corrected,
): Promise<boolean> {
  const exposure = getCorrectedExposure(before, corrected.bodyPart)
  const attributes = {
    ...toAnnotationAttributes(corrected, {
      clinicType: before.clinicType,
      isOwn: isOwnImage(before),
    }),
    ...(exposure && createExposureIndexAttributes(exposure)),
  }
  const isReplaced = correctImage(deps, change, before, {
    reason: 'annotation',
    changes: attributes,
    columns: corrected,
    keepsFile: true,
    write: (file, changes, key) => rewriteHeader(deps, file, changes, key),
    afterChange: async (db, { sopInstanceUID }) => {
      const deviationIndex = exposure ? (exposure.deviation ?? null) : before.deviationIndex
      if (exposure) await images.setDeviationIndex(db, before.id, exposure.deviation ?? null)
      await recordChange({ ...change, db }, before, {
        ...corrected,
        deviationIndex,
        sopInstanceUID,
      })
    },
  })
  return isReplaced.catch(async (error: unknown) => {
    // Another user replaced the file while it was read: it is not missing.
    const now = await images.find(change.db, before.id)
    if (now && now.filePath !== before.filePath) return false
    throw error
  })
}

async function recordChange(
  change: ChangeContext,
  before: FoundImage,
  after: Corrected & Partial<Pick<FoundImage, 'deviationIndex' | 'sopInstanceUID'>>,
): Promise<void> {
  await recordCorrection(change, before, after)
  await recordAuditEvent(change, {
    action: 'image.annotate',
    entityId: before.id,
    clinicId: before.clinicId,
    subject: `${before.bodyPart} ${before.bodyPartView}`.trim(),
    ...diffValues({ ...before }, { ...after }),
  })
  await touchClinic(change.db.unscopedDb, before.clinicId)
}
