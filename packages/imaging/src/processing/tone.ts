import { quantile, quantileOfSorted } from './statistics.ts'

/**
 * Bits of a processed image: as many as a detector resolves after the logarithm, and well
 * compressible.
 */
export const outputBits = 14
export const highestOutput = 2 ** outputBits - 1

/** The initial window of the image (PS3.3 C.11.2.1.3); the viewer may change it. */
export interface ToneWindow {
  readonly center: number
  readonly width: number
  readonly function: 'SIGMOID'
}

export interface ToneSettings {
  /** Shift of the window, in shares of its width: more than 0 is darker. */
  readonly shift: number
  /** 1 shows the anatomy from 5 to 95 % of the display range; more reduces the contrast. */
  readonly width: number
}

/**
 * The range of stored values for the anatomy. Values below it remain free, because a sigmoid is
 * black only far below its centre: at 0, the collimated area, it is at 0.5 %. /
 */
export const anatomyLow = 0.243
export const anatomyHigh = 0.857
const sigmoidWidth = 0.417

/**
 * Maps attenuations to stored values: linear, and below the knee a quadratic curve. Air attenuates
 * hardly less than skin, but it must be black, because glare would hide a fine fissure from the
 * reader. /
 */
export interface Normalisation {
  readonly scale: number
  readonly offset: number
  /** Stored values below it are lowered; 0 if none are. */
  readonly knee: number
  /** A value is lowered by this times the square of its distance below the knee. */
  readonly bend: number
}

export interface Tone {
  readonly normalisation: Normalisation
  readonly window: ToneWindow
}

const middleOfAnatomy = (anatomyLow + anatomyHigh) / 2
/** How much the window follows the median: a thick abdomen is bright almost everywhere. */
const followUp = 0.6
const followDown = 0.35
/** Distance from air to the knee, as a share of the range. */
const kneeAbove = 0.11
/** This many widths below its centre a sigmoid is almost black: at 2 %. */
const blackBelow = 0.95
/** Minimum distance of air below the centre, in widths, before it is lowered: at 22 %. */
const airBelow = 0.32

/** Computes tone curve and window from the processed attenuations of the anatomy and of the air. */
export function computeTone(
  anatomy: Float32Array,
  air: Float32Array,
  { shift, width }: ToneSettings,
): Tone {
  const sorted = anatomy.toSorted()
  const low = quantileOfSorted(sorted, 0.005)
  const high = quantileOfSorted(sorted, 0.995)
  // An empty or uniform exposure has no contrast: its noise must not be spread from black to white.
  const span = Math.max(0.25, high - low)
  const scale = ((anatomyHigh - anatomyLow) * highestOutput) / span
  const offset = middleOfAnatomy * highestOutput - ((low + high) / 2) * scale
  const stored = (attenuation: number) => attenuation * scale + offset
  const off = stored(quantileOfSorted(sorted, 0.5)) / highestOutput - middleOfAnatomy
  const wide = sigmoidWidth * width
  const airAt = air.length === 0 ? 0 : Math.max(0, stored(quantile(air, 0.6)) / highestOutput)
  const wanted = middleOfAnatomy + off * (off > 0 ? followUp : followDown) + shift * sigmoidWidth
  const center = Math.max(wanted, airAt + airBelow * wide)
  const fall = airAt - Math.max(0, center - blackBelow * wide)
  const isBent = air.length > 0 && fall > 0
  return {
    normalisation: {
      scale,
      offset,
      knee: isBent ? (airAt + kneeAbove) * highestOutput : 0,
      bend: isBent ? fall / (kneeAbove * kneeAbove * highestOutput) : 0,
    },
    window: {
      center: Math.round(center * highestOutput),
      width: Math.round(wide * highestOutput),
      function: 'SIGMOID',
    },
  }
}
