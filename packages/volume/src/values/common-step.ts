/** The modality transformation of one slice. */
export interface Rescale {
  readonly slope: number
  readonly intercept: number
}

/** Equal slopes and intercepts that differ by whole steps: cells of all slices can be compared. */
export function hasCommonStep(slices: readonly Rescale[]): boolean {
  const first = slices[0]
  return slices.every(({ slope, intercept }) => {
    if (!first || slope !== first.slope) return false
    const steps = (intercept - first.intercept) / slope
    return Math.abs(steps - Math.round(steps)) < 1e-6 && Math.abs(steps) < 65_536
  })
}
