/** Slices are missing between slice `after` and the next one, both counted from 0. */
export interface Gap {
  readonly after: number
  readonly missing: number
}

export const getMedian = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** All distances are within 0.01 mm or 1 % of the median. */
export function isRegular(distances: readonly number[]): boolean {
  const median = getMedian(distances)
  const tolerance = Math.max(0.01, 0.01 * median)
  return distances.every((distance) => Math.abs(distance - median) <= tolerance)
}

/**
 * A distance of more than 1.5 times the median and the thickness of both neighbours is a gap:
 * thick slices at large distances cover the animal without one.
 */
export function findGaps(
  distances: readonly number[],
  thicknesses: readonly (number | null)[],
): readonly Gap[] {
  const median = getMedian(distances)
  return distances.flatMap((distance, after) => {
    const usual = Math.max(median, thicknesses[after] ?? 0, thicknesses[after + 1] ?? 0)
    if (!(distance > 1.5 * usual)) return []
    return [{ after, missing: Math.max(1, Math.round(distance / median) - 1) }]
  })
}
