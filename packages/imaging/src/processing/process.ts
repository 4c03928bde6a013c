import type { Species } from '@talus/contract'
import { listPresets, getTargetIndex } from './body-part-presets.ts'
import { applyPreset } from './apply-preset.ts'
import type { DisplayImage } from './apply-preset.ts'
import { getExposureBand, computeDeviationIndex, computeExposureIndex } from './exposure-index.ts'
import type { ExposureBand } from './exposure-index.ts'
import { computeFieldBounds, computeCorners } from './field.ts'
import type { Point, Rectangle } from './field.ts'
import { prepareFrame } from './prepare.ts'
import type { PreparedFrame } from './prepare.ts'
import { presets } from './presets.ts'
import type { PresetId } from './presets.ts'
import type { Calibration, RawFrame } from './raw-frame.ts'

export interface ProcessOptions {
  readonly species: Species
  /** A body part or a dental region of the species; any other text gets default presets. */
  readonly bodyPart: string
  /** By default the first preset of the body part. */
  readonly preset?: PresetId | undefined
  /** Overrides the target of the body part: clinics may set their own. */
  readonly targetExposureIndex?: number | undefined
}

export interface Exposure {
  /** Null if the counts per microgray of the detector are unknown. */
  readonly exposureIndex: number | null
  readonly targetExposureIndex: number | null
  readonly deviationIndex: number | null
  readonly band: ExposureBand | null
  /** The share of the anatomy that is saturated: its detail is lost. */
  readonly saturatedShare: number
}

export interface FrameStatistics {
  /** Median of the corrected counts of the anatomy. */
  readonly median: number
  /** The 0.1 % and 99.9 % quantiles of the anatomy. */
  readonly faintest: number
  readonly strongest: number
  /** The share of the field that is anatomy, without direct exposure and metal. */
  readonly anatomyShare: number
}

export interface ProcessedImage extends DisplayImage, Exposure {
  readonly preset: PresetId
  /** Bounding box of the exposed field, in pixels of this image. */
  readonly field: Rectangle
  /**
   * The corners of the field, which may be rotated by some degrees; clockwise from the top left.
   */
  readonly corners: readonly [Point, Point, Point, Point]
  readonly isCollimated: boolean
  /** The part of an incomplete frame that did not arrive, in pixels of this image. */
  readonly missing: Rectangle | undefined
  readonly statistics: FrameStatistics
}

export function computeExposure(prepared: PreparedFrame, options: ProcessOptions): Exposure {
  const { countsPerMicrogray, relevant } = prepared
  const target = options.targetExposureIndex ?? getTargetIndex(options.species, options.bodyPart)
  const index =
    countsPerMicrogray === undefined
      ? null
      : computeExposureIndex(relevant.median / countsPerMicrogray)
  const deviation = index === null || target === null ? null : computeDeviationIndex(index, target)
  return {
    exposureIndex: index,
    targetExposureIndex: target,
    deviationIndex: deviation,
    band: deviation === null ? null : getExposureBand(deviation),
    saturatedShare: relevant.saturatedShare,
  }
}

/**
 * Processes a prepared frame with a preset and adds the exposure; downsampled if an edge is given.
 */
export function processPrepared(
  prepared: PreparedFrame,
  options: ProcessOptions,
  longestEdge?: number,
): ProcessedImage {
  const preset = options.preset ?? listPresets(options.species, options.bodyPart)[0]
  const image = applyPreset(prepared, presets[preset], longestEdge)
  const { field, regions, linear } = prepared
  const factor = Math.round(image.pitch / prepared.pitch)
  const bounds = computeFieldBounds(field)
  const scale = (value: number) => Math.floor(value / factor)
  const fieldPixels = regions.fieldPixels
  return {
    ...image,
    ...computeExposure(prepared, options),
    preset,
    field:
      factor === 1
        ? bounds
        : {
            x: scale(bounds.x),
            y: scale(bounds.y),
            width: Math.max(1, Math.min(scale(bounds.width), scale(linear.width))),
            height: Math.max(1, Math.min(scale(bounds.height), scale(linear.height))),
          },
    corners: scaleCorners(field, factor),
    isCollimated: field.isCollimated,
    missing: findMissing(prepared, factor, image),
    statistics: {
      median: regions.median,
      faintest: regions.faintest,
      strongest: regions.strongest,
      anatomyShare: fieldPixels > 0 ? regions.anatomyPixels / fieldPixels : 0,
    },
  }
}

function findMissing(
  { receivedRows, linear }: PreparedFrame,
  factor: number,
  { width, height }: DisplayImage,
): Rectangle | undefined {
  if (receivedRows >= linear.height) return undefined
  const y = Math.min(height - 1, Math.floor(receivedRows / factor))
  return { x: 0, y, width, height: height - y }
}

function scaleCorners(field: PreparedFrame['field'], factor: number) {
  const scale = ({ x, y }: Point): Point => ({ x: x / factor, y: y / factor })
  const [a, b, c, d] = computeCorners(field)
  return [scale(a), scale(b), scale(c), scale(d)] as const
}

/** Processes a raw frame to an image for diagnosis. The frame is not changed. */
export const processFrame = (
  raw: RawFrame,
  calibration: Calibration | undefined,
  options: ProcessOptions,
): ProcessedImage => processPrepared(prepareFrame(raw, calibration), options)
