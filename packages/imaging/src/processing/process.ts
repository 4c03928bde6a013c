import type { Species } from '@talus/contract'
import { looksOf, targetIndexOf } from './body-part-looks.ts'
import { develop } from './develop.ts'
import type { DevelopedImage } from './develop.ts'
import { bandOf, deviationIndexOf, exposureIndexOf } from './exposure-index.ts'
import type { ExposureBand } from './exposure-index.ts'
import { boundsOf, cornersOf } from './field.ts'
import type { Point, Rectangle } from './field.ts'
import { prepareFrame } from './prepare.ts'
import type { PreparedFrame } from './prepare.ts'
import { presets } from './presets.ts'
import type { PresetId } from './presets.ts'
import type { Calibration, RawFrame } from './raw-frame.ts'

export interface ProcessOptions {
  readonly species: Species
  /** A body part or a dental region of the species; of any other a common look is made. */
  readonly bodyPart: string
  /** The first look of the body part unless one is chosen. */
  readonly preset?: PresetId | undefined
  /** In place of the body part's: clinics may set their own. */
  readonly targetExposureIndex?: number | undefined
}

export interface Exposure {
  /** Null where the detector's counts per microgray are not known. */
  readonly exposureIndex: number | null
  readonly targetExposureIndex: number | null
  readonly deviationIndex: number | null
  readonly band: ExposureBand | null
}

export interface FrameStatistics {
  /** Counts after correction, in the middle of the anatomy. */
  readonly median: number
  /** All but two in a thousand of the anatomy lie between these. */
  readonly faintest: number
  readonly strongest: number
  /** The share of the field that is anatomy: without air around it and without metal. */
  readonly anatomyShare: number
}

export interface ProcessedImage extends DevelopedImage, Exposure {
  readonly preset: PresetId
  /** Upright, around the exposed field, in pixels of this image. */
  readonly field: Rectangle
  /** The field itself, which may be turned by some degrees; clockwise from the top left. */
  readonly corners: readonly [Point, Point, Point, Point]
  readonly isCollimated: boolean
  readonly statistics: FrameStatistics
}

export function exposureOf(prepared: PreparedFrame, options: ProcessOptions): Exposure {
  const { countsPerMicrogray, regions } = prepared
  const target = options.targetExposureIndex ?? targetIndexOf(options.species, options.bodyPart)
  const index =
    countsPerMicrogray === undefined ? null : exposureIndexOf(regions.median / countsPerMicrogray)
  const deviation = index === null || target === null ? null : deviationIndexOf(index, target)
  return {
    exposureIndex: index,
    targetExposureIndex: target,
    deviationIndex: deviation,
    band: deviation === null ? null : bandOf(deviation),
  }
}

/** One look of a prepared frame with all that is known of it; smaller where an edge is given. */
export function processPrepared(
  prepared: PreparedFrame,
  options: ProcessOptions,
  longestEdge?: number,
): ProcessedImage {
  const preset = options.preset ?? looksOf(options.species, options.bodyPart)[0]
  const image = develop(prepared, presets[preset], longestEdge)
  const { field, regions, linear } = prepared
  const factor = Math.round(image.pitch / prepared.pitch)
  const bounds = boundsOf(field)
  const whole = (value: number) => Math.floor(value / factor)
  const fieldPixels = regions.fieldPixels
  return {
    ...image,
    ...exposureOf(prepared, options),
    preset,
    field:
      factor === 1
        ? bounds
        : {
            x: whole(bounds.x),
            y: whole(bounds.y),
            width: Math.max(1, Math.min(whole(bounds.width), whole(linear.width))),
            height: Math.max(1, Math.min(whole(bounds.height), whole(linear.height))),
          },
    corners: corners(field, factor),
    isCollimated: field.isCollimated,
    statistics: {
      median: regions.median,
      faintest: regions.faintest,
      strongest: regions.strongest,
      anatomyShare: fieldPixels > 0 ? regions.anatomyPixels / fieldPixels : 0,
    },
  }
}

function corners(field: PreparedFrame['field'], factor: number) {
  const small = ({ x, y }: Point): Point => ({ x: x / factor, y: y / factor })
  const [a, b, c, d] = cornersOf(field)
  return [small(a), small(b), small(c), small(d)] as const
}

/** From a detector's frame to an image for diagnosis. The frame is only read. */
export const processFrame = (
  raw: RawFrame,
  calibration: Calibration | undefined,
  options: ProcessOptions,
): ProcessedImage => processPrepared(prepareFrame(raw, calibration), options)
