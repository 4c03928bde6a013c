import { dentalBodyPart, getDentalRegionCode, getDentalOrientation } from '@talus/anatomy'
import type { DentalRegion } from '@talus/anatomy'
import type { Attributes } from '../write/attributes.ts'
import { createPrivateCodeItem, createSnomedItem } from './codes.ts'
import { createAcquisitionAttributes, createContextAttributes } from './context.ts'
import {
  createDetectorAttributes,
  createExposureIndexAttributes,
  createTechniqueAttributes,
} from './exposure.ts'
import type { DigitalXRayInput, GreyPixels, IntraOralInput } from './inputs.ts'
import {
  createCalibrationAttributes,
  createGreyscaleAttributes,
  createLossyAttributes,
} from './image-attributes.ts'
import { createQuadrupedOrientation, createSubjectAttributes, formatSubject } from './subject.ts'

export const digitalXRaySopClass = '1.2.840.10008.5.1.4.1.1.1.1'
export const intraOralSopClass = '1.2.840.10008.5.1.4.1.1.1.3'

/**
 * Bone is bright in both; the sign tells which end of the stored values it is (PS3.3 C.8.11.3.1).
 */
const createToneAttributes = ({ photometric }: GreyPixels): Attributes => ({
  PixelIntensityRelationship: 'LOG',
  PixelIntensityRelationshipSign: photometric === 'MONOCHROME2' ? -1 : 1,
  RescaleIntercept: 0,
  RescaleSlope: 1,
  RescaleType: 'US',
  PresentationLUTShape: photometric === 'MONOCHROME2' ? 'IDENTITY' : 'INVERSE',
})

/** The modules that DX and intra-oral images share: DX Series, DX Image and DX Detector. */
function createRadiographAttributes(input: Omit<DigitalXRayInput, 'subject'>): Attributes {
  const { pixels, detector, technique, exposureIndex, calibration, isBurnedIn, instance } = input
  return {
    PresentationIntentType: 'FOR PRESENTATION',
    // PS3.3 C.8.11.3.1.1 leaves the third value empty for these images.
    ImageType: ['ORIGINAL', 'PRIMARY', ''],
    ImageComments: instance.comments || undefined,
    ...createAcquisitionAttributes(input),
    AcquisitionContextSequence: [],
    ...createGreyscaleAttributes(pixels),
    ...createToneAttributes(pixels),
    ...createLossyAttributes(pixels.lossy),
    BurnedInAnnotation: isBurnedIn ? 'YES' : 'NO',
    ...createDetectorAttributes(detector),
    ...createCalibrationAttributes(calibration),
    ...(technique && createTechniqueAttributes(technique)),
    ...(exposureIndex && createExposureIndexAttributes(exposureIndex)),
  }
}

/** Creates a Digital X-Ray Image For Presentation; the pixel data is written separately. */
export function createDigitalXRay(input: DigitalXRayInput): Attributes {
  const { subject, series } = input
  return {
    ...createContextAttributes(input, digitalXRaySopClass, 'DX'),
    ...createRadiographAttributes(input),
    ...createSubjectAttributes(subject),
    SeriesDescription: series.description || formatSubject(subject),
  }
}

export const createToothSequence = ({ teeth }: DentalRegion): readonly Attributes[] =>
  teeth.map((tooth) => createPrivateCodeItem(String(tooth), `Tooth ${tooth}, modified Triadan`))

/**
 * Creates a Digital Intra-Oral X-Ray Image For Presentation. DICOM has codes for human teeth only,
 * so the Triadan numbers are private codes and are repeated as text in the image comments. /
 */
export function createIntraOralXRay(input: IntraOralInput): Attributes {
  const { region, series, instance } = input
  return {
    ...createContextAttributes(input, intraOralSopClass, 'IO'),
    ...createRadiographAttributes(input),
    BodyPartExamined: dentalBodyPart,
    AnatomicRegionSequence: [createSnomedItem(getDentalRegionCode(region))],
    PrimaryAnatomicStructureSequence: createToothSequence(region),
    ImageLaterality: region.quadrant.startsWith('R') ? 'R' : 'L',
    ...createQuadrupedOrientation(getDentalOrientation(region)),
    PositionerType: 'NONE',
    SeriesDescription: series.description || region.name,
    ImageComments: [region.name, instance.comments ?? ''].filter(Boolean).join('\n'),
  }
}
