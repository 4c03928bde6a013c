import { createPlane } from './plane.ts'
import type { Plane } from './plane.ts'

/** Minimum length of the shorter side of the coarsest level. */
const coarsest = 8

/**
 * Downsamples by two after a binomial filter of five taps in both directions; edges are repeated.
 */
export function halve(plane: Plane): Plane {
  const { width, height, data } = plane
  const half = createPlane((width + 1) >> 1, (height + 1) >> 1)
  // Two extra values on either side, so that the loop needs no branch for the edges.
  const line = new Float32Array(width + 5)
  for (let y = 0; y < half.height; y += 1) {
    const middle = 2 * y
    const row = (offset: number) => Math.min(height - 1, Math.max(0, middle + offset)) * width
    const [a, b, c, d, e] = [row(-2), row(-1), row(0), row(1), row(2)]
    for (let x = 0; x < width; x += 1)
      line[x + 2] =
        (data[a + x] ?? 0) +
        (data[e + x] ?? 0) +
        4 * ((data[b + x] ?? 0) + (data[d + x] ?? 0)) +
        6 * (data[c + x] ?? 0)
    const [first, last] = [line[2] ?? 0, line[width + 1] ?? 0]
    line[0] = first
    line[1] = first
    line[width + 2] = last
    line[width + 3] = last
    const target = y * half.width
    for (let x = 0; x < half.width; x += 1) {
      const at = 2 * x
      half.data[target + x] =
        ((line[at] ?? 0) +
          (line[at + 4] ?? 0) +
          4 * ((line[at + 1] ?? 0) + (line[at + 3] ?? 0)) +
          6 * (line[at + 2] ?? 0)) *
        (1 / 256)
    }
  }
  return half
}

/** Upsamples an image by two, line by line; the buffers are reused for each line. */
export interface Upsampler {
  /** The last line that was made; as long as a line of the finer image. */
  readonly line: Float32Array
  readonly makeLine: (y: number) => void
}

export function createUpsampler(half: Plane, width: number): Upsampler {
  const line = new Float32Array(width + 1)
  const across = new Float32Array(half.width + 2)
  const { data } = half
  const makeLine = (y: number) => {
    const middle = y >> 1
    const row = (at: number) => Math.min(half.height - 1, Math.max(0, at)) * half.width
    const [a, b, c] = [row(middle - 1), row(middle), row(middle + 1)]
    if (y % 2 === 0)
      for (let x = 0; x < half.width; x += 1)
        across[x + 1] = ((data[a + x] ?? 0) + 6 * (data[b + x] ?? 0) + (data[c + x] ?? 0)) * 0.125
    else
      for (let x = 0; x < half.width; x += 1)
        across[x + 1] = ((data[b + x] ?? 0) + (data[c + x] ?? 0)) * 0.5
    across[0] = across[1] ?? 0
    across[half.width + 1] = across[half.width] ?? 0
    let before = across[0] ?? 0
    let here = before
    for (let x = 0; x < half.width; x += 1) {
      const after = across[x + 2] ?? 0
      line[2 * x] = (before + 6 * here + after) * 0.125
      // If the width is odd, this is one past the end; the buffer is long enough.
      line[2 * x + 1] = (here + after) * 0.5
      before = here
      here = after
    }
  }
  return { line, makeLine }
}

/** The number of detail levels of the pyramid, without the residual. */
export function countLevels(width: number, height: number): number {
  let [shorter, count] = [Math.min(width, height), 0]
  while (shorter >= 2 * coarsest) {
    shorter = (shorter + 1) >> 1
    count += 1
  }
  return count
}

/** Replaces `plane` with its detail, the difference to the upsampled `half`. */
export function subtractUpsampled(plane: Plane, half: Plane): void {
  const { width, height, data } = plane
  const { line, makeLine } = createUpsampler(half, width)
  for (let y = 0; y < height; y += 1) {
    makeLine(y)
    const row = y * width
    for (let x = 0; x < width; x += 1) data[row + x] = (data[row + x] ?? 0) - (line[x] ?? 0)
  }
}
