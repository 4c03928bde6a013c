import type { Attributes } from '../write/attributes.ts'
import type { DetectorInput, ExposureIndexInput, TechniqueInput } from './inputs.ts'

/** An attribute for whole numbers stays away where rounding would turn a little into nothing. */
const wholeOrNothing = (value: number | undefined) =>
  value === undefined || Math.round(value) === 0 ? undefined : Math.round(value)

const thousandfold = (value: number | undefined) =>
  value === undefined ? undefined : Math.round(value * 1000)

const magnification = ({ sourceToDetectorMm, sourceToPatientMm }: TechniqueInput) =>
  sourceToDetectorMm && sourceToPatientMm ? sourceToDetectorMm / sourceToPatientMm : undefined

/** Both the whole numbers that every reader knows and the exact ones in thousandths. */
export function techniqueAttributes(technique: TechniqueInput): Attributes {
  const { kv, ma, ms, mas, thicknessMm } = technique
  const product = mas ?? (ma !== undefined && ms !== undefined ? (ma * ms) / 1000 : undefined)
  return {
    KVP: kv,
    XRayTubeCurrent: wholeOrNothing(ma),
    XRayTubeCurrentInuA: thousandfold(ma),
    ExposureTime: wholeOrNothing(ms),
    ExposureTimeInuS: thousandfold(ms),
    Exposure: wholeOrNothing(product),
    ExposureInuAs: thousandfold(product),
    FocalSpots: technique.focalSpotMm,
    Grid: technique.grid,
    DistanceSourceToDetector: technique.sourceToDetectorMm,
    DistanceSourceToPatient: technique.sourceToPatientMm,
    EstimatedRadiographicMagnificationFactor: magnification(technique),
    BodyPartThickness: thicknessMm,
  }
}

export const exposureIndexAttributes = (index: ExposureIndexInput): Attributes => ({
  ExposureIndex: index.value,
  TargetExposureIndex: index.target,
  DeviationIndex: index.deviation,
})

/** The three stand together or not at all (PS3.3 C.8.11.4); nothing is turned here. */
export const fieldAttributes = (origin: DetectorInput['fieldOrigin']): Attributes =>
  origin
    ? { FieldOfViewOrigin: origin, FieldOfViewRotation: 0, FieldOfViewHorizontalFlip: 'NO' }
    : {}

export const detectorAttributes = (detector: DetectorInput): Attributes => ({
  DetectorType: detector.type ?? '',
  DetectorID: detector.id || undefined,
  DetectorDescription: detector.description || undefined,
  ImagerPixelSpacing: detector.spacingMm,
  ...fieldAttributes(detector.fieldOrigin),
})
