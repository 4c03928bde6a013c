/** One side of what is drawn, and the side of the level that lies along it. */
export interface Side {
  /** Pixels of the device, from `first` on. */
  readonly count: number
  readonly first: number
  /** A pixel of the device lies at `(at + 0.5 - origin) / scale - 0.5` of the level. */
  readonly origin: number
  readonly scale: number
  /** The first and the last of the level that may be shown. */
  readonly lowest: number
  readonly highest: number
}

/** For each pixel of the device: which of the level it is mixed from, and by how much of each. */
export interface Taps {
  /** As many of each, one after the other. */
  readonly count: number
  readonly starts: Int32Array
  readonly weights: Float32Array
  /** Of all of them, the first and the one after the last. */
  readonly from: number
  readonly to: number
}

/**
 * A tent as wide as a pixel of the device, or as one of the level where that is wider: linear between
 * neighbours when an image is magnified, and a mean of all that a pixel covers when it is made smaller.
 */
export function tapsOf({ count, first, origin, scale, lowest, highest }: Side): Taps {
  const reach = Math.max(1, 1 / Math.abs(scale))
  const there = highest - lowest + 1
  const needed = Math.ceil(2 * reach)
  // Two and four are drawn fastest.
  const wide = Math.min(needed === 3 ? 4 : needed, there)
  const starts = new Int32Array(count)
  const weights = new Float32Array(count * wide)
  let [from, to] = [highest, lowest]
  for (let at = 0; at < count; at++) {
    const middle = (first + at + 0.5 - origin) / scale - 0.5
    const begin = Math.floor(middle - reach) + 1
    const start = Math.min(highest - wide + 1, Math.max(lowest, begin))
    let sum = 0
    for (let place = begin; place < middle + reach; place++) {
      const weight = 1 - Math.abs(place - middle) / reach
      // What lies beyond the edge counts as the edge.
      const slot = at * wide + Math.min(wide - 1, Math.max(0, place - start))
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
