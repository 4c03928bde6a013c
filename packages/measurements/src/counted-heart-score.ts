/**
 * Counts the vertebrae that a length covers on the spine, starting at the first of `boundaries`
 * (Buchanan's method). These are the borders between vertebrae, along the spine in the unit of the
 * length. Beyond the last border, the length of the last vertebra is repeated. Undefined unless the
 * boundaries increase.
 */
export function countVertebrae(boundaries: readonly number[], length: number): number | undefined {
  const vertebrae = boundaries.slice(1).map((end, index) => end - (boundaries[index] ?? 0))
  if (vertebrae.length === 0 || !vertebrae.every((size) => size > 0) || !(length >= 0)) {
    return undefined
  }
  let remaining = length
  for (const [index, size] of vertebrae.entries()) {
    if (remaining < size || index === vertebrae.length - 1) return index + remaining / size
    remaining -= size
  }
  return undefined
}

/** Computes the score from the actual length of each vertebra instead of the mean of five. */
export function computeCountedHeartScore({
  boundaries,
  longAxis,
  shortAxis,
}: {
  readonly boundaries: readonly number[]
  readonly longAxis: number
  readonly shortAxis: number
}): number | undefined {
  const long = countVertebrae(boundaries, longAxis)
  const short = countVertebrae(boundaries, shortAxis)
  return long === undefined || short === undefined ? undefined : long + short
}
