import { ramp } from './statistics.ts'

/** How the detail of a picture is shown; the numbers of a preset. */
export interface ContrastSettings {
  /** The power of the amplification; 1 leaves all as it is, less lifts weak detail over strong. */
  readonly power: number
  /** Gain of the fine levels (1 and 2), where edges are. */
  readonly edge: number
  /** What is left of the differences between thick and thin parts: of the coarsest levels. */
  readonly latitude: number
  /** How much of the noise is held back, from 0 to 1. */
  readonly noise: number
}

/** Nothing is changed: a picture comes out as it went in. */
export const neutralContrast: ContrastSettings = { power: 1, edge: 1, latitude: 1, noise: 0 }

/** Detail of this size, in logarithms of the signal, keeps its size: stronger falls, weaker rises. */
export const fullAmplitude = 0.6
/** Below it the gain rises no more, or noise would be multiplied without limit. */
export const crossover = 0.012
const entries = 2048

/** The gain of a detail of one level by its size. */
export interface GainTable {
  readonly gains: Float32Array
  readonly perUnit: number
  /** The gain of what is noise and nothing else. */
  readonly noiseGain: number
}

/** A level in the pyramid, apart from how large the pixels are that it was made of. */
export interface LevelPlace {
  /** 0 is the detector's own pixel, 1 is twice that. */
  readonly octave: number
  /** Pixels of this level along the field's longer side. */
  readonly pixels: number
}

export const levelGain = (settings: ContrastSettings, { octave, pixels }: LevelPlace) => {
  const fine = Math.min(ramp(octave, 0, 1), 1 - ramp(octave, 2, 3.5))
  const coarse = ramp(-Math.log2(pixels), -6, -4)
  return (1 + (settings.edge - 1) * fine) * (1 + (settings.latitude - 1) * coarse)
}

export function gainTable(settings: ContrastSettings, place: LevelPlace): GainTable {
  const gain = levelGain(settings, place)
  const gains = new Float32Array(entries + 1)
  for (let entry = 0; entry <= entries; entry += 1) {
    const size = Math.max(crossover, ((entry + 0.5) / entries) * 2 * fullAmplitude)
    gains[entry] = gain * (size / fullAmplitude) ** (settings.power - 1)
  }
  // Coarse levels hold hardly any noise: the mean over their pixels has taken it away.
  const held = settings.noise * (1 - ramp(place.octave, 0, 3.5))
  const weakest = gains[0] ?? 1
  return {
    gains,
    perUnit: entries / (2 * fullAmplitude),
    noiseGain: weakest + (0.35 - weakest) * held,
  }
}
