/** The value below which a share of all values lies; 0 for an empty array. */
export const quantile = (values: Float32Array, share: number) =>
  quantileOfSorted(values.toSorted(), share)

export function quantileOfSorted(sorted: Float32Array, share: number): number {
  const last = sorted.length - 1
  return sorted[Math.min(last, Math.max(0, Math.round(share * last)))] ?? 0
}

export const clamp = (value: number, lowest: number, highest: number) =>
  value < lowest ? lowest : value > highest ? highest : value

/** 0 below `from`, 1 above `to`, linear in between. */
export const ramp = (value: number, from: number, to: number) =>
  clamp((value - from) / (to - from), 0, 1)
