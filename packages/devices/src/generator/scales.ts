import type { GeneratorScales } from '../driver.ts'

/** The R'10 series of ISO 497, which loading factors are stepped by. */
const decade = [1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8]

const series = (from: number, to: number): number[] =>
  [0.1, 1, 10, 100, 1000]
    .flatMap((power) => decade.map((value) => exact(value * power)))
    .filter((value) => value >= from && value <= to)

/** Without the noise of binary fractions: 0.1 * 1.25 is 0.125. */
export const exact = (value: number): number => Math.round(value * 1e6) / 1e6

export const usualScales: GeneratorScales = {
  kv: Array.from({ length: 86 }, (_, index) => 40 + index),
  ma: series(10, 500),
  ms: series(1, 5000),
  mx: series(0.1, 500),
  /** 0 small, 1 large. */
  fo: [0, 1],
  ws: [1, 2, 3, 4, 5, 6],
}

export const nearest = (scale: readonly number[], value: number): number =>
  scale.reduce(
    (best, candidate) =>
      // Between two neighbours the lower one: in doubt less radiation.
      Math.abs(candidate - value) < Math.abs(best - value) ? candidate : best,
    scale[0] ?? value,
  )

/** DEV-21: the neighbouring allowed value; the last one stays. */
export function neighbour(scale: readonly number[], value: number, direction: 1 | -1): number {
  const further = scale.filter((candidate) =>
    direction === 1 ? candidate > value : candidate < value,
  )
  return (direction === 1 ? further[0] : further.at(-1)) ?? nearest(scale, value)
}
