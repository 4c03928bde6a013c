import {
  bodyParts,
  dentalBodyPart,
  findDentalRegion,
  getDentalOrientation,
  getDentalRegionCode,
  getImageLaterality,
  isBodyPart,
  parseSide,
} from '@talus/anatomy'
import type { ClinicType } from '@talus/contract'
import { createSubjectAttributes, createToothSequence } from '@talus/dicom'
import type { Attributes, ImageSubject } from '@talus/dicom'
import { toImageSubject } from './image-subject.ts'

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

interface AnnotatedFile {
  readonly clinicType: ClinicType
  /**
   * Whether this product wrote the file. It displays an image as its part and view require, so the
   * orientation follows from them; another system knows the orientation of its own images.
   */
  readonly isOwn: boolean
}

/** Replaces the attributes that are derived from body part and view, and removes the others. */
function toKnownAttributes(
  subject: ImageSubject,
  bodyPartView: string,
  { isOwn }: AnnotatedFile,
): Attributes {
  const { PatientOrientation, AnatomicalOrientationType, PositionerType, ...attributes } =
    createSubjectAttributes(subject)
  return {
    ViewCodeSequence: undefined,
    ...attributes,
    ViewPosition: attributes['ViewPosition'] ?? toCodeString(bodyPartView),
    ...(isOwn && { PatientOrientation, AnatomicalOrientationType, PositionerType }),
  }
}

/**
 * Returns the DICOM attributes for a corrected body part and view. Text that DICOM has no code for
 * is written as text, and codes that contradict it are removed.
 */
export function toAnnotationAttributes(annotation: Annotation, file: AnnotatedFile): Attributes {
  const { bodyPart, bodyPartView } = annotation
  const description = [bodyPart, bodyPartView].filter(Boolean).join(' ')
  const region = findDentalRegion(bodyPart)
  if (region)
    return {
      BodyPartExamined: dentalBodyPart,
      AnatomicRegionSequence: toCodeSequence(getDentalRegionCode(region)),
      PrimaryAnatomicStructureSequence: createToothSequence(region),
      ImageLaterality: region.quadrant.startsWith('R') ? 'R' : 'L',
      Laterality: undefined,
      ...(file.isOwn && { PatientOrientation: getDentalOrientation(region) }),
      SeriesDescription: description,
      ImageComments: description,
    }
  const subject = toImageSubject(annotation, file.clinicType)
  const part = isBodyPart(bodyPart) ? bodyParts[bodyPart] : undefined
  return {
    ...(subject
      ? toKnownAttributes(subject, bodyPartView, file)
      : {
          BodyPartExamined: part?.bodyPartExamined ?? toCodeString(bodyPart),
          AnatomicRegionSequence: part && toCodeSequence(part.code),
          ViewPosition: toCodeString(bodyPartView),
          ViewCodeSequence: undefined,
          ImageLaterality: isBodyPart(bodyPart)
            ? getImageLaterality(bodyPart)
            : parseSide(bodyPart),
        }),
    // Image Laterality replaces the laterality of the series, and both must not be present.
    Laterality: undefined,
    SeriesDescription: description,
  }
}
