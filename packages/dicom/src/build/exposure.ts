import type { Attributes } from '../write/attributes.ts'
import type { DetectorInput, ExposureIndexInput, TechniqueInput } from './inputs.ts'

/** Rounds for an integer attribute, which is omitted if the value would be rounded to zero. */
const roundUnlessZero = (value: number | undefined) =>
  value === undefined || Math.round(value) === 0 ? undefined : Math.round(value)

const toThousandths = (value: number | undefined) =>
  value === undefined ? undefined : Math.round(value * 1000)

const computeMagnification = ({ sourceToDetectorMm, sourceToPatientMm }: TechniqueInput) =>
  sourceToDetectorMm && sourceToPatientMm ? sourceToDetectorMm / sourceToPatientMm : undefined

/** Writes both the integer attributes that every reader knows and the exact ones in thousandths. */
export function createTechniqueAttributes(technique: TechniqueInput): Attributes {
  const { kv, ma, ms, mas, thicknessMm } = technique
  const product = mas ?? (ma !== undefined && ms !== undefined ? (ma * ms) / 1000 : undefined)
  return {
    KVP: kv,
    XRayTubeCurrent: roundUnlessZero(ma),
    XRayTubeCurrentInuA: toThousandths(ma),
    ExposureTime: roundUnlessZero(ms),
    ExposureTimeInuS: toThousandths(ms),
    Exposure: roundUnlessZero(product),
    ExposureInuAs: toThousandths(product),
    FocalSpots: technique.focalSpotMm,
    Grid: technique.grid,
    DistanceSourceToDetector: technique.sourceToDetectorMm,
    DistanceSourceToPatient: technique.sourceToPatientMm,
    EstimatedRadiographicMagnificationFactor: computeMagnification(technique),
    BodyPartThickness: thicknessMm,
    CommentsOnRadiationDose: technique.comment,
  }
}

export const createExposureIndexAttributes = (index: ExposureIndexInput): Attributes => ({
  ExposureIndex: index.value,
  TargetExposureIndex: index.target,
  DeviationIndex: index.deviation,
})

/**
 * All three attributes are present or none (PS3.3 C.8.11.4); the image is never rotated or flipped.
 */
export const createFieldOfViewAttributes = (origin: DetectorInput['fieldOrigin']): Attributes =>
  origin
    ? { FieldOfViewOrigin: origin, FieldOfViewRotation: 0, FieldOfViewHorizontalFlip: 'NO' }
    : {}

export const createDetectorAttributes = (detector: DetectorInput): Attributes => ({
  DetectorType: detector.type ?? '',
  DetectorID: detector.id || undefined,
  DetectorDescription: detector.description || undefined,
  ImagerPixelSpacing: detector.spacingMm,
  ...createFieldOfViewAttributes(detector.fieldOrigin),
})
