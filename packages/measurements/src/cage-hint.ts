/** In millimetres, as they are sold. */
export const cageSizes = [3, 4.5, 6, 7.5, 9, 10.5, 12, 13.5, 15] as const

/** Operated tuberosities came forward by 15.5 % less than their cage was wide, on average. */
export const averageShortfall = 0.155

export interface CageHint {
  /** The smallest that is not narrower than the advancement, and the next one after it. */
  readonly sizes: readonly number[]
  /** How wide it should be if it came out as it did on average, and the smallest such. */
  readonly compensated: number
  readonly compensatedSize: number | undefined
}

/** Slack for sums of fractions: 6 mm of advancement are not more than a cage of 6. */
const slack = 1e-6

const atLeast = (width: number) => cageSizes.filter((size) => size >= width - slack)

/** Never instead of the advancement: a cage is chosen by a surgeon. Nothing without need of one. */
export function cageHint(advancement: number): CageHint | undefined {
  if (!(advancement > 0)) return undefined
  const compensated = advancement / (1 - averageShortfall)
  return {
    sizes: atLeast(advancement).slice(0, 2),
    compensated,
    compensatedSize: atLeast(compensated)[0],
  }
}
