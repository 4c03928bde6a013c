import { imageWords } from '@talus/anatomy'
import type { Image, ImageId, ImageMetadata, Language } from '@talus/contract'
import { dicomName, studyTimeOf } from './overlay/overlay-lines.ts'
import type { SheetWords } from './panels/toolbar/toolbar-props.ts'

interface Known {
  readonly imageOf: (imageId: ImageId) => Image | undefined
  readonly metadataOf: (imageId: ImageId) => ImageMetadata | undefined
  readonly language: Language
}

/** What a disk and a mail take for a name. */
const fileName = (words: readonly string[]) =>
  words
    .map((word) => word.replaceAll(/[^\p{L}\p{N}-]+/gu, '-').replaceAll(/^-+|-+$/gu, ''))
    .filter(Boolean)
    .join('_')

/** The words around printed images, and the names of saved ones. */
export function sheetWords(
  active: ImageMetadata | undefined,
  { imageOf, metadataOf, language }: Known,
): SheetWords {
  const partOf = (imageId: ImageId) => {
    const image = imageOf(imageId)
    return image ? imageWords(image, language) : ''
  }
  return {
    heading: active
      ? [
          [active.PatientID, dicomName(active.PatientName)].filter(Boolean).join(' '),
          dicomName(active.ResponsiblePerson),
          active.InstitutionName,
        ].filter(Boolean)
      : [],
    captionOf: (imageId) => {
      const metadata = metadataOf(imageId)
      return [partOf(imageId), metadata && studyTimeOf(metadata)].filter(Boolean).join(' · ')
    },
    fileNameOf: (imageId) => {
      const metadata = metadataOf(imageId)
      return fileName([
        metadata ? dicomName(metadata.PatientName) : '',
        metadata?.StudyDate ?? '',
        partOf(imageId),
        String(imageId),
      ])
    },
  }
}
