/**
 * How many vertebrae a length covers when it is laid on the spine from the first of `boundaries`.
 * These are the borders between vertebrae, along the spine in the unit of the length. Beyond the
 * last of them it is counted on in lengths of the last vertebra. Undefined unless they go up.
 */
export function vertebraeCovered(
  boundaries: readonly number[],
  length: number,
): number | undefined {
  const vertebrae = boundaries.slice(1).map((end, index) => end - (boundaries[index] ?? 0))
  if (vertebrae.length === 0 || !vertebrae.every((size) => size > 0) || !(length >= 0)) {
    return undefined
  }
  let left = length
  for (const [index, size] of vertebrae.entries()) {
    if (left < size || index === vertebrae.length - 1) return index + left / size
    left -= size
  }
  return undefined
}

/** The score with each vertebra as long as it is, instead of all five alike. */
export function countedHeartScore({
  boundaries,
  longAxis,
  shortAxis,
}: {
  readonly boundaries: readonly number[]
  readonly longAxis: number
  readonly shortAxis: number
}): number | undefined {
  const long = vertebraeCovered(boundaries, longAxis)
  const short = vertebraeCovered(boundaries, shortAxis)
  return long === undefined || short === undefined ? undefined : long + short
}
