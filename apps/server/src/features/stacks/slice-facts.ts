import { getSlice } from '@talus/dicom'
import type { ImageSlices } from '@talus/dicom'
import type { SliceFacts } from '@talus/volume'
import type { ImageRow } from './stacks.queries.ts'

/**
 * Larger than the longest functional MR: sorting so many slices takes the main thread some 100 ms,
 * and an image may declare more frames than it has.
 */
const slicesMax = 10_000

const slicedModalities = ['CT', 'MR', 'PT']

/** The DICOM modality; a series whose UID another study has too may lack its record. */
const getModality = ({ modality, studyModality }: ImageRow) => modality ?? studyModality

/** Whether the images of the series are slices of a scanner. */
export const isSliced = (image: ImageRow): boolean => slicedModalities.includes(getModality(image))

function toImageFacts(image: ImageRow, slices: ImageSlices): SliceFacts[] {
  const common = {
    imageId: image.id,
    sopInstanceUID: image.sopInstanceUID,
    seriesInstanceUID: image.seriesInstanceUID,
    seriesNumber: image.seriesNumber,
    seriesDescription: image.description ?? '',
    modality: getModality(image),
    bodyPart: image.bodyPart || image.recordedBodyPart,
  }
  return Array.from({ length: slices.others.length + 1 }, (_, at) => ({
    ...common,
    frame: at + 1,
    ...getSlice(slices, at + 1),
  }))
}

export interface DescribedImage {
  readonly image: ImageRow
  /** Null if the image cannot be shown as slices, undefined if its file cannot be read now. */
  readonly slices: ImageSlices | null | undefined
}

/** The slices of the images, and the number of images that have none. */
export function toFacts(described: readonly DescribedImage[]) {
  const facts: SliceFacts[] = []
  let skipped = 0
  for (const { image, slices } of described) {
    if (slices && facts.length + slices.others.length < slicesMax)
      facts.push(...toImageFacts(image, slices))
    else skipped += 1
  }
  return { facts, skipped }
}
