import { dentalBodyPart, dentalRegionCode, orientationOfTeeth } from '@talus/anatomy'
import type { Attributes } from '../write/attributes.ts'
import { ownCode, snomed } from './codes.ts'
import { acquisitionAttributes, contextAttributes } from './context.ts'
import { detectorAttributes, exposureIndexAttributes, techniqueAttributes } from './exposure.ts'
import type { DigitalXRayInput, GreyPixels, IntraOralInput } from './inputs.ts'
import { calibrationAttributes, greyAttributes, lossyAttributes } from './picture.ts'
import { quadruped, subjectAttributes, subjectName } from './subject.ts'

export const digitalXRaySopClass = '1.2.840.10008.5.1.4.1.1.1.1'
export const intraOralSopClass = '1.2.840.10008.5.1.4.1.1.1.3'

/** Bone is light either way: of which end of the numbers that is said, by PS3.3 C.8.11.3.1. */
const toneAttributes = ({ photometric }: GreyPixels): Attributes => ({
  PixelIntensityRelationship: 'LOG',
  PixelIntensityRelationshipSign: photometric === 'MONOCHROME2' ? -1 : 1,
  RescaleIntercept: 0,
  RescaleSlope: 1,
  RescaleType: 'US',
  PresentationLUTShape: photometric === 'MONOCHROME2' ? 'IDENTITY' : 'INVERSE',
})

/** What DX and intra-oral images have in common: the modules DX Series, DX Image and DX Detector. */
function radiographAttributes(input: Omit<DigitalXRayInput, 'subject'>): Attributes {
  const { pixels, detector, technique, exposureIndex, calibration, isBurnedIn, instance } = input
  return {
    PresentationIntentType: 'FOR PRESENTATION',
    // The third value is the one that PS3.3 C.8.11.3.1.1 leaves empty for these images.
    ImageType: ['ORIGINAL', 'PRIMARY', ''],
    ImageComments: instance.comments || undefined,
    ...acquisitionAttributes(input),
    AcquisitionContextSequence: [],
    ...greyAttributes(pixels),
    ...toneAttributes(pixels),
    ...lossyAttributes(pixels.lossy),
    BurnedInAnnotation: isBurnedIn ? 'YES' : 'NO',
    ...detectorAttributes(detector),
    ...calibrationAttributes(calibration),
    ...(technique && techniqueAttributes(technique)),
    ...(exposureIndex && exposureIndexAttributes(exposureIndex)),
  }
}

/** Digital X-Ray Image, For Presentation; its pixels are written behind it. */
export function digitalXRay(input: DigitalXRayInput): Attributes {
  const { subject, series } = input
  return {
    ...contextAttributes(input, digitalXRaySopClass, 'DX'),
    ...radiographAttributes(input),
    ...subjectAttributes(subject),
    SeriesDescription: series.description || subjectName(subject),
  }
}

/**
 * Digital Intra-Oral X-Ray Image, For Presentation. DICOM numbers the teeth of people only, so the
 * Triadan numbers are codes of our own, and stand in the comments for everybody to read.
 */
export function intraOralXRay(input: IntraOralInput): Attributes {
  const { region, series, instance } = input
  return {
    ...contextAttributes(input, intraOralSopClass, 'IO'),
    ...radiographAttributes(input),
    BodyPartExamined: dentalBodyPart,
    AnatomicRegionSequence: [snomed(dentalRegionCode(region))],
    PrimaryAnatomicStructureSequence: region.teeth.map((tooth) =>
      ownCode(String(tooth), `Tooth ${tooth}, modified Triadan`),
    ),
    ImageLaterality: region.quadrant.startsWith('R') ? 'R' : 'L',
    ...quadruped(orientationOfTeeth(region)),
    PositionerType: 'NONE',
    SeriesDescription: series.description || region.name,
    ImageComments: [region.name, instance.comments ?? ''].filter(Boolean).join('\n'),
  }
}
