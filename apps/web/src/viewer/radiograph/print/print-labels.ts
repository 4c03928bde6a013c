import { formatImageAnatomy } from '@talus/anatomy'
import type { Image, ImageId, ImageMetadata, Language } from '@talus/contract'
import { formatPersonName, formatStudyTime } from '../../core/overlay/overlay-lines.ts'

/** Texts of a printed sheet, and names of saved files. */
export interface PrintLabels {
  /** Header of the sheet, most important first: patient, owner, clinic. */
  readonly heading: readonly string[]
  /** Caption below an image. */
  readonly getCaption: (imageId: ImageId) => string
  /** File name of a saved snapshot, without its extension. */
  readonly getFileName: (imageId: ImageId) => string
}

interface LabelSources {
  readonly findImage: (imageId: ImageId) => Image | undefined
  readonly getMetadata: (imageId: ImageId) => ImageMetadata | undefined
  readonly language: Language
}

/** Keeps only characters that are valid in file names and attachments. */
const toFileName = (parts: readonly string[]) =>
  parts
    .map((part) => part.replaceAll(/[^\p{L}\p{N}-]+/gu, '-').replaceAll(/^-+|-+$/gu, ''))
    .filter(Boolean)
    .join('_')

/** Creates the texts around printed images and the file names of saved ones. */
export function createPrintLabels(
  active: ImageMetadata | undefined,
  { findImage, getMetadata, language }: LabelSources,
): PrintLabels {
  const getImageName = (imageId: ImageId) => {
    const image = findImage(imageId)
    return image ? formatImageAnatomy(image, language) : ''
  }
  return {
    heading: active
      ? [
          [active.PatientID, formatPersonName(active.PatientName)].filter(Boolean).join(' '),
          formatPersonName(active.ResponsiblePerson),
          active.InstitutionName,
        ].filter(Boolean)
      : [],
    getCaption: (imageId) => {
      const metadata = getMetadata(imageId)
      return [getImageName(imageId), metadata && formatStudyTime(metadata)]
        .filter(Boolean)
        .join(' · ')
    },
    getFileName: (imageId) => {
      const metadata = getMetadata(imageId)
      return toFileName([
        metadata ? formatPersonName(metadata.PatientName) : '',
        metadata?.StudyDate ?? '',
        getImageName(imageId),
        String(imageId),
      ])
    },
  }
}
