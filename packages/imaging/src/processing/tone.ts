import { quantile, quantileOfSorted } from './statistics.ts'

/** Bits of a processed picture: what a panel can tell apart after the logarithm, and packs well. */
export const outputBits = 14
export const highestOutput = 2 ** outputBits - 1

/** PS3.3 C.11.2.1.3: how the picture is shown at first; whoever looks at it may change it. */
export interface ToneWindow {
  readonly center: number
  readonly width: number
  readonly function: 'SIGMOID'
}

export interface ToneSettings {
  /** Moves the window, in shares of its width: more than 0 shows everything darker. */
  readonly shift: number
  /** 1 shows the anatomy from 5 to 95 % of the display's range; more is flatter. */
  readonly width: number
}

/**
 * Where the anatomy lies in the range. There is room below it, because a sigmoid is black only far
 * below its middle: at 0, where the shutter is, it is at half a percent.
 */
export const anatomyLow = 0.243
export const anatomyHigh = 0.857
const sigmoidWidth = 0.417

/**
 * From attenuations to stored values: a straight line, and below the knee a curve downwards. Air is
 * hardly thinner than skin, but it has to be black, or it dazzles who looks for a fine crack.
 */
export interface Normalisation {
  readonly scale: number
  readonly offset: number
  /** Stored values below it are bent; 0 if none are. */
  readonly knee: number
  /** By how much a value is lowered: this times the square of how far it lies below the knee. */
  readonly bend: number
}

export interface Tone {
  readonly normalisation: Normalisation
  readonly window: ToneWindow
}

const middleOfAnatomy = (anatomyLow + anatomyHigh) / 2
/** How far the window follows the median: a thick abdomen is bright almost everywhere. */
const followUp = 0.6
const followDown = 0.35
/** From air to the knee, as a share of the range. */
const kneeAbove = 0.11
/** So many widths below its middle a sigmoid is as good as black: at 2 %. */
const blackBelow = 0.95
/** Air lies at least so far below the middle before it is bent: at 22 %. */
const airBelow = 0.32

/** From attenuations after processing, of the anatomy and of the air around it. */
export function toneOf(
  anatomy: Float32Array,
  air: Float32Array,
  { shift, width }: ToneSettings,
): Tone {
  const sorted = anatomy.toSorted()
  const low = quantileOfSorted(sorted, 0.005)
  const high = quantileOfSorted(sorted, 0.995)
  // An empty or an even exposure has no contrast to be spread: it would be noise from black to white.
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
