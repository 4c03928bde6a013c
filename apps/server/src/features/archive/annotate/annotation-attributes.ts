import {
  bodyParts,
  dentalBodyPart,
  getDentalRegionCode,
  findDentalRegion,
  isBodyPart,
  isView,
  toDicomView,
} from '@talus/anatomy'
import type { Attributes } from '@talus/dicom'

interface Annotation {
  readonly bodyPart: string
  readonly bodyPartView: string
}

const toCodeSequence = ({
  value,
  meaning,
}: {
  readonly value: string
  readonly meaning: string
}) => [{ CodeValue: value, CodingSchemeDesignator: 'SCT', CodeMeaning: meaning }]

/** VR CS of PS3.5 6.2: sixteen capitals, digits, spaces and underscores. */
const toCodeString = (text: string) =>
  text
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9 _]+/gu, ' ')
    .trim()
    .slice(0, 16)
    .trim()

/**
 * Returns the DICOM attributes for a corrected body part and view. Text that DICOM has no code for
 * is written as text, and codes that contradict it are removed.
 */
export function toAnnotationAttributes({ bodyPart, bodyPartView }: Annotation): Attributes {
  const description = [bodyPart, bodyPartView].filter(Boolean).join(' ')
  const region = findDentalRegion(bodyPart)
  if (region)
    return {
      BodyPartExamined: dentalBodyPart,
      AnatomicRegionSequence: toCodeSequence(getDentalRegionCode(region)),
      SeriesDescription: description,
      ImageComments: description,
    }
  const part = isBodyPart(bodyPart) ? bodyParts[bodyPart] : undefined
  const view =
    isBodyPart(bodyPart) && isView(bodyPartView) ? toDicomView(bodyPartView, bodyPart) : undefined
  const side = part?.laterality
  return {
    BodyPartExamined: part?.bodyPartExamined ?? toCodeString(bodyPart),
    AnatomicRegionSequence: part ? toCodeSequence(part.code) : undefined,
    ViewPosition: view?.viewPosition ?? toCodeString(bodyPartView),
    ViewCodeSequence: view?.code ? toCodeSequence(view.code) : undefined,
    SeriesDescription: description,
    // A leg in general has no side in its name: the laterality in the file stays.
    ...(side !== undefined && side !== 'to be chosen' ? { ImageLaterality: side } : {}),
  }
}
