/** Widths of the cages on the market, in millimetres. */
export const cageSizes = [3, 4.5, 6, 7.5, 9, 10.5, 12, 13.5, 15] as const

/** The measured advancement after surgery was on average 15.5 % less than the cage width. */
export const averageShortfall = 0.155

export interface CageHint {
  /** The smallest cage that is not narrower than the advancement, and the next larger one. */
  readonly sizes: readonly number[]
  /** The width that compensates the average shortfall, and the smallest cage of that width. */
  readonly compensated: number
  readonly compensatedSize: number | undefined
}

/** Rounding tolerance: an advancement of 6 mm does not need more than a cage of 6. */
const tolerance = 1e-6

const atLeast = (width: number) => cageSizes.filter((size) => size >= width - tolerance)

/**
 * Shown with the advancement, never instead of it: the surgeon chooses the cage. Undefined if no
 * advancement is needed.
 */
export function getCageHint(advancement: number): CageHint | undefined {
  if (!(advancement > 0)) return undefined
  const compensated = advancement / (1 - averageShortfall)
  return {
    sizes: atLeast(advancement).slice(0, 2),
    compensated,
    compensatedSize: atLeast(compensated)[0],
  }
}
