import type { GeneratorOrder } from '@talus/contract'
import type { GeneratorScales } from '../driver.ts'

/** The R'10 series of ISO 497, which gives the steps of loading factors. */
const decade = [1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8]

const createSeries = (from: number, to: number): number[] =>
  [0.1, 1, 10, 100, 1000]
    .flatMap((power) => decade.map((value) => roundExact(value * power)))
    .filter((value) => value >= from && value <= to)

/** Rounds off the error of binary fractions: 0.1 * 1.25 is 0.125. */
export const roundExact = (value: number): number => Math.round(value * 1e6) / 1e6

export const defaultScales: GeneratorScales = {
  kv: Array.from({ length: 86 }, (_, index) => 40 + index),
  ma: createSeries(10, 500),
  ms: createSeries(1, 5000),
  mx: createSeries(0.1, 500),
  /** 0 small, 1 large. */
  fo: [0, 1],
  ws: [1, 2, 3, 4, 5, 6],
}

/**
 * Whether a value may be ordered. A value between two steps or beyond the ends is a typing error or
 * a damaged record, and rounding would make an exposure of it.
 */
export const isInScale = (
  scales: Readonly<Record<string, readonly number[] | undefined>>,
  order: GeneratorOrder,
  value: number,
): boolean =>
  order === 'pw' ? value === 0 || value === 1 : scales[order]?.includes(value) === true

export const findNearest = (scale: readonly number[], value: number): number =>
  scale.reduce(
    (best, candidate) =>
      // Halfway between two values the lower one is chosen, which gives less radiation.
      Math.abs(candidate - value) < Math.abs(best - value) ? candidate : best,
    scale[0] ?? value,
  )

/** The next allowed value in a direction; at the end of the scale the value stays. */
export function findNeighbour(scale: readonly number[], value: number, direction: 1 | -1): number {
  const further = scale.filter((candidate) =>
    direction === 1 ? candidate > value : candidate < value,
  )
  return (direction === 1 ? further[0] : further.at(-1)) ?? findNearest(scale, value)
}
