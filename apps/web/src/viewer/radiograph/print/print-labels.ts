import { formatImageAnatomy } from '@talus/anatomy'
import type { Image, ImageId, ImageMetadata, Language } from '@talus/contract'
import { formatPersonName, formatStudyTime } from '../../core/overlay/overlay-lines.ts'

/** Texts of a printed sheet, and names of saved files. */
export interface PrintLabels {
  /** Header of the sheet, most important first: patient, owner, clinic. */
  readonly heading: readonly string[]
  /** Caption below an image. */
  readonly getCaption: (imageId: ImageId) => string
  /** Lines of a saved picture: the patient and its owner, then what the image shows, when and where. */
  readonly getPictureLines: (imageId: ImageId) => readonly string[]
  /** File name of a saved snapshot, without its extension. */
  readonly getFileName: (imageId: ImageId) => string
}

interface LabelSources {
  readonly findImage: (imageId: ImageId) => Image | undefined
  readonly getMetadata: (imageId: ImageId) => ImageMetadata | undefined
  /** How the view differs from the stored image, such as that it is mirrored; else empty. */
  readonly getNotice: (imageId: ImageId) => string
  readonly language: Language
}

/** Keeps only characters that are valid in file names and attachments. */
const toFileName = (parts: readonly string[]) =>
  parts
    .map((part) => part.replaceAll(/[^\p{L}\p{N}-]+/gu, '-').replaceAll(/^-+|-+$/gu, ''))
    .filter(Boolean)
    .join('_')

const getPatient = ({ PatientID, PatientName }: ImageMetadata) =>
  [PatientID, formatPersonName(PatientName)].filter(Boolean).join(' ')

const getOwnerAndClinic = ({ ResponsiblePerson, InstitutionName }: ImageMetadata) =>
  [formatPersonName(ResponsiblePerson), InstitutionName] as const

/** Creates the texts around printed images and the file names of saved ones. */
export function createPrintLabels(
  active: ImageMetadata | undefined,
  { findImage, getMetadata, getNotice, language }: LabelSources,
): PrintLabels {
  const getImageName = (imageId: ImageId) => {
    const image = findImage(imageId)
    return image ? formatImageAnatomy(image, language) : ''
  }
  const getCaption = (imageId: ImageId) => {
    const metadata = getMetadata(imageId)
    return [getImageName(imageId), getNotice(imageId), metadata && formatStudyTime(metadata)]
      .filter(Boolean)
      .join(' · ')
  }
  return {
    heading: active ? [getPatient(active), ...getOwnerAndClinic(active)].filter(Boolean) : [],
    getCaption,
    getPictureLines: (imageId) => {
      const metadata = getMetadata(imageId)
      if (!metadata) return []
      const [owner, clinic] = getOwnerAndClinic(metadata)
      return [
        [getPatient(metadata), owner].filter(Boolean).join(' · '),
        [getCaption(imageId), clinic].filter(Boolean).join(' · '),
      ].filter(Boolean)
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
