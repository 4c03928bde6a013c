import { quantileOfSorted } from './statistics.ts'

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

/** From attenuations to stored values; one straight line, so that measurements of density hold. */
export interface Normalisation {
  readonly scale: number
  readonly offset: number
}

/** `attenuations` of the anatomy; they are sorted. */
export function normalise(attenuations: Float32Array): Normalisation {
  attenuations.sort()
  const low = quantileOfSorted(attenuations, 0.005)
  const high = quantileOfSorted(attenuations, 0.995)
  // An empty or an even exposure has no contrast to be spread: it would be noise from black to white.
  const span = Math.max(0.25, high - low)
  const middle = (low + high) / 2
  const scale = ((anatomyHigh - anatomyLow) * highestOutput) / span
  return { scale, offset: ((anatomyLow + anatomyHigh) / 2) * highestOutput - middle * scale }
}

export const windowOf = ({ shift, width }: ToneSettings): ToneWindow => ({
  center: Math.round((0.55 + shift * sigmoidWidth) * highestOutput),
  width: Math.round(sigmoidWidth * width * highestOutput),
  function: 'SIGMOID',
})
