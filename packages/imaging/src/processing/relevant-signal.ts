import { quantileOfSorted, ramp } from './statistics.ts'

/** Pixels of the downsampled field that belong to one region. */
export interface RegionSignals {
  /** Corrected counts in ascending order, none above the saturation. */
  readonly sorted: Float32Array
  /** The sum of their shares of saturated raw pixels. */
  readonly saturated: number
}

export interface FieldSignals {
  /** The pixels darker than direct exposure, and saturated ones that the body encloses. */
  readonly anatomy: RegionSignals
  /** The pixels that look like direct exposure: bright and connected to the edge of the field. */
  readonly direct: RegionSignals
}

/** The signal of the region to which the exposure index of IEC 62494-1 belongs. */
export interface RelevantSignal {
  /** In counts; a saturated median is the least that the anatomy can have received. */
  readonly median: number
  /** The share of the region that is saturated. */
  readonly saturatedShare: number
}

/** Rank of the signal that stands for the thickest part of the anatomy. */
const darkRank = 0.05
/**
 * The signal of the thickest part, as a share of the saturation. It is 2 to 5 % in a well exposed
 * image; then saturated pixels at the edge of the field are air. Above the second limit soft tissue
 * is saturated as well, and nothing distinguishes it from air.
 */
const doubtLimits = { none: 0.04, full: 0.35 } as const

function findWeightedMedian(anatomy: Float32Array, direct: Float32Array, weight: number): number {
  const half = (anatomy.length + weight * direct.length) / 2
  let [at, other, total] = [0, 0, 0]
  let signal = 0
  while (total < half && (at < anatomy.length || other < direct.length)) {
    const [one, two] = [anatomy[at] ?? Infinity, direct[other] ?? Infinity]
    signal = Math.min(one, two)
    if (one <= two) {
      at += 1
      total += 1
    } else {
      other += 1
      total += weight
    }
  }
  return signal
}

function findDarkSignal({ anatomy, direct }: FieldSignals): number {
  const count = anatomy.sorted.length + direct.sorted.length
  const rank = Math.floor(darkRank * count)
  // Direct exposure is brighter than nearly all of the anatomy.
  return rank < anatomy.sorted.length
    ? (anatomy.sorted[rank] ?? 0)
    : quantileOfSorted(direct.sorted, 0)
}

/**
 * Measures a signal that never falls when the dose rises. The median of the pixels below saturation
 * does fall: the more soft tissue is saturated, and taken for air, the darker is the rest. The
 * thickest part of the anatomy is saturated last, so its signal decides how far the saturated
 * pixels at the edge of the field count as anatomy.
 */
export function measureRelevantSignal(signals: FieldSignals, saturation: number): RelevantSignal {
  const { anatomy, direct } = signals
  const directCount = direct.sorted.length
  const doubt = ramp(findDarkSignal(signals) / saturation, doubtLimits.none, doubtLimits.full)
  // Air below saturation is recognised with certainty.
  const weight = directCount > 0 ? doubt * (direct.saturated / directCount) : 0
  const size = anatomy.sorted.length + weight * directCount
  return {
    median: findWeightedMedian(anatomy.sorted, direct.sorted, weight),
    saturatedShare: size > 0 ? (anatomy.saturated + weight * direct.saturated) / size : 0,
  }
}
