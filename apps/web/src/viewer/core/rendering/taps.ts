/** One axis of the drawn area, and the axis of the level that is parallel to it. */
export interface ResampleAxis {
  /** Number of device pixels, from `first` on. */
  readonly count: number
  readonly first: number
  /** The device pixel `at` is at `(at + 0.5 - origin) / scale - 0.5` in the level. */
  readonly origin: number
  readonly scale: number
  /** First and last pixel of the level that may be shown. */
  readonly lowest: number
  readonly highest: number
}

/** Filter taps: for each device pixel its source pixels in the level and their weights. */
export interface Taps {
  /** Taps per device pixel, stored consecutively. */
  readonly count: number
  readonly starts: Int32Array
  readonly weights: Float32Array
  /** Range of all source pixels: the first, and the one after the last. */
  readonly from: number
  readonly to: number
}

/**
 * Tent filter as wide as a device pixel, or as a pixel of the level if that is wider: linear
 * interpolation when the image is magnified, a weighted mean of the covered area when it is
 * reduced.
 */
export function computeTaps({ count, first, origin, scale, lowest, highest }: ResampleAxis): Taps {
  const reach = Math.max(1, 1 / Math.abs(scale))
  const available = highest - lowest + 1
  const needed = Math.ceil(2 * reach)
  // The resampler has fast paths for two and four taps.
  const wide = Math.min(needed === 3 ? 4 : needed, available)
  const starts = new Int32Array(count)
  const weights = new Float32Array(count * wide)
  let [from, to] = [highest, lowest]
  for (let at = 0; at < count; at++) {
    const middle = (first + at + 0.5 - origin) / scale - 0.5
    const begin = Math.floor(middle - reach) + 1
    const start = Math.min(highest - wide + 1, Math.max(lowest, begin))
    let sum = 0
    for (let index = begin; index < middle + reach; index++) {
      const weight = 1 - Math.abs(index - middle) / reach
      // Pixels beyond the edge count as the edge.
      const slot = at * wide + Math.min(wide - 1, Math.max(0, index - start))
      weights[slot] = (weights[slot] ?? 0) + weight
      sum += weight
    }
    for (let slot = at * wide; slot < (at + 1) * wide; slot++)
      weights[slot] = (weights[slot] ?? 0) / sum
    starts[at] = start
    from = Math.min(from, start)
    to = Math.max(to, start + wide)
  }
  return { count: wide, starts, weights, from, to }
}
