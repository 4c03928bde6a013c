import type { Attributes } from '../write/attributes.ts'
import { createContextAttributes } from './context.ts'
import type { SecondaryCaptureInput } from './inputs.ts'
import {
  createCalibrationAttributes,
  createColourAttributes,
  createGreyscaleAttributes,
  createLossyAttributes,
} from './image-attributes.ts'
import { createSubjectAttributes, formatSubject } from './subject.ts'

export const secondaryCaptureSopClass = '1.2.840.10008.5.1.4.1.1.7'

/** The subject attributes that are allowed in a secondary capture. */
function createCaptureSubject({ subject }: SecondaryCaptureInput): Attributes {
  // Empty means unknown; Laterality may be omitted only if the image has Image Laterality.
  if (!subject) return { PatientOrientation: [], Laterality: '' }
  const { BodyPartExamined, PatientOrientation, AnatomicalOrientationType, ImageLaterality } =
    createSubjectAttributes(subject)
  return { BodyPartExamined, PatientOrientation, AnatomicalOrientationType, ImageLaterality }
}

/** Creates a Secondary Capture Image for an image file without a description, grey or in colour. */
export function createSecondaryCapture(input: SecondaryCaptureInput): Attributes {
  const { pixels, modality, conversion, calibration, isBurnedIn, subject, instance, series } = input
  const isGrey = 'bitsStored' in pixels
  return {
    ...createContextAttributes(input, secondaryCaptureSopClass, modality ?? 'OT'),
    SeriesDescription: series.description || (subject && formatSubject(subject)),
    ImageType: ['DERIVED', 'SECONDARY'],
    ImageComments: instance.comments || undefined,
    ConversionType: conversion ?? 'WSD',
    BurnedInAnnotation: isBurnedIn ? 'YES' : 'NO',
    ...(isGrey ? createGreyscaleAttributes(pixels) : createColourAttributes(pixels)),
    ...createLossyAttributes(pixels.lossy),
    ...createCalibrationAttributes(calibration),
    ...createCaptureSubject(input),
  }
}
