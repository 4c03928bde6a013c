import { ramp } from './statistics.ts'

/** The settings of a preset for detail contrast. */
export interface ContrastSettings {
  /**
   * Exponent of the amplification; 1 changes nothing, less amplifies weak detail more than strong.
   */
  readonly power: number
  /** Gain of the fine levels (1 and 2), which contain the edges. */
  readonly edge: number
  /** Gain of the coarsest levels, the differences between thick and thin parts. */
  readonly latitude: number
  /** Strength of the noise suppression, from 0 to 1. */
  readonly noise: number
}

/** Settings that change nothing. */
export const neutralContrast: ContrastSettings = { power: 1, edge: 1, latitude: 1, noise: 0 }

/**
 * Detail of this amplitude, in log signal, is unchanged; stronger detail is reduced, weaker
 * amplified.
 */
export const fullAmplitude = 0.6
/** Below this amplitude the gain is constant; otherwise it would amplify noise without limit. */
export const crossover = 0.012
const entries = 2048

/** The gain of the detail of one level by its amplitude. */
export interface GainTable {
  readonly gains: Float32Array
  readonly perUnit: number
  /** The gain of pure noise. */
  readonly noiseGain: number
}

/** The scale of a pyramid level, independent of the pixel size of the input. */
export interface LevelScale {
  /** 0 is the pixel size of the detector, 1 is twice that. */
  readonly octave: number
  /** Pixels of this level along the longer side of the field. */
  readonly pixels: number
}

export const computeLevelGain = (settings: ContrastSettings, { octave, pixels }: LevelScale) => {
  const fine = Math.min(ramp(octave, 0, 1), 1 - ramp(octave, 2, 3.5))
  const coarse = ramp(-Math.log2(pixels), -6, -4)
  return (1 + (settings.edge - 1) * fine) * (1 + (settings.latitude - 1) * coarse)
}

export function createGainTable(settings: ContrastSettings, scale: LevelScale): GainTable {
  const gain = computeLevelGain(settings, scale)
  const gains = new Float32Array(entries + 1)
  for (let entry = 0; entry <= entries; entry += 1) {
    const size = Math.max(crossover, ((entry + 0.5) / entries) * 2 * fullAmplitude)
    gains[entry] = gain * (size / fullAmplitude) ** (settings.power - 1)
  }
  // Coarse levels have hardly any noise, because their pixels are means.
  const suppression = settings.noise * (1 - ramp(scale.octave, 0, 3.5))
  const weakest = gains[0] ?? 1
  return {
    gains,
    perUnit: entries / (2 * fullAmplitude),
    noiseGain: weakest + (0.35 - weakest) * suppression,
  }
}
