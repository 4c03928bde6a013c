import {
  bodyParts,
  dentalBodyPart,
  findDentalRegion,
  findRegion,
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

const toCapitals = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9 _]+/gu, ' ')
    .trim()

/** The longest value of a code string (CS) and of Code Value (SH). */
const codeMax = 16

/** VR CS of PS3.5 6.2: sixteen capitals, digits, spaces and underscores. */
const toCodeString = (text: string) => toCapitals(text).slice(0, codeMax).trim()

/**
 * A region without a published code. A known region must have an item (PS3.3 C.8.11.2), so that the
 * text becomes a code of our private scheme, whole, because two texts must not share a code.
 */
function toPrivateRegion(text: string): readonly Attributes[] {
  const value = toCapitals(text)
  if (value === '') return []
  const isLong = value.length > codeMax
  return [{ ...(isLong ? { LongCodeValue: value } : { CodeValue: value }), ...privateScheme(text) }]
}

const privateScheme = (meaning: string): Attributes => ({
  CodingSchemeDesignator: '99TALUS',
  CodeMeaning: meaning,
})

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

/** The longest value of Series Description (VR LO). */
const descriptionMax = 64

/**
 * Series Description is for the text of the user; a longer text is also in Image Comments, whole.
 */
const createDescriptions = (description: string): Attributes => ({
  SeriesDescription: description,
  ...(description.length > descriptionMax && { ImageComments: description }),
})

/**
 * A part or view that is not in the lists. Body Part Examined is a code string, so that the text of
 * the user is abbreviated there; Series Description has the text itself.
 */
function toTextAttributes({ bodyPart, bodyPartView }: Annotation): Attributes {
  const part = isBodyPart(bodyPart) ? bodyParts[bodyPart] : findRegion(bodyPart)
  return {
    BodyPartExamined: part?.bodyPartExamined ?? toCodeString(bodyPart),
    AnatomicRegionSequence: part ? toCodeSequence(part.code) : toPrivateRegion(bodyPart),
    ViewPosition: toCodeString(bodyPartView),
    ViewCodeSequence: undefined,
    ImageLaterality: isBodyPart(bodyPart) ? getImageLaterality(bodyPart) : parseSide(bodyPart),
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
  return {
    ...(subject ? toKnownAttributes(subject, bodyPartView, file) : toTextAttributes(annotation)),
    // Image Laterality replaces the laterality of the series, and both must not be present.
    Laterality: undefined,
    ...createDescriptions(description),
  }
}
