import type { Attributes } from '../write/attributes.ts'
import { contextAttributes } from './context.ts'
import type { SecondaryCaptureInput } from './inputs.ts'
import {
  calibrationAttributes,
  colourAttributes,
  greyAttributes,
  lossyAttributes,
} from './picture.ts'
import { subjectAttributes, subjectName } from './subject.ts'

export const secondaryCaptureSopClass = '1.2.840.10008.5.1.4.1.1.7'

/** Of what an image shows, the part that belongs to a picture of unknown origin. */
function subjectOf({ subject }: SecondaryCaptureInput): Attributes {
  // Empty means that nobody knows; it may be left out only where the image has a side of its own.
  if (!subject) return { PatientOrientation: [], Laterality: '' }
  const { BodyPartExamined, PatientOrientation, AnatomicalOrientationType, ImageLaterality } =
    subjectAttributes(subject)
  return { BodyPartExamined, PatientOrientation, AnatomicalOrientationType, ImageLaterality }
}

/** Secondary Capture Image: a picture that came without a description, grey or in colour. */
export function secondaryCapture(input: SecondaryCaptureInput): Attributes {
  const { pixels, modality, conversion, calibration, isBurnedIn, subject, instance, series } = input
  const isGrey = 'bitsStored' in pixels
  return {
    ...contextAttributes(input, secondaryCaptureSopClass, modality ?? 'OT'),
    SeriesDescription: series.description || (subject && subjectName(subject)),
    ImageType: ['DERIVED', 'SECONDARY'],
    ImageComments: instance.comments || undefined,
    ConversionType: conversion ?? 'WSD',
    BurnedInAnnotation: isBurnedIn ? 'YES' : 'NO',
    ...(isGrey ? greyAttributes(pixels) : colourAttributes(pixels)),
    ...lossyAttributes(pixels.lossy),
    ...calibrationAttributes(calibration),
    ...subjectOf(input),
  }
}
