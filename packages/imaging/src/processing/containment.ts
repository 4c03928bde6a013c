import type { NoiseModel } from './noise.ts'
import { varianceAt } from './noise.ts'
import { doubler } from './pyramid.ts'
import { emptyPlane } from './plane.ts'
import type { Plane } from './plane.ts'

/** Energy of noise alone varies from place to place: up to this multiple it is taken for noise. */
const onlyNoise = 1.6
/** And from this multiple on it is all anatomy. */
const onlyAnatomy = 9

/**
 * Leaves in `plane` what `half` does not have of it, and says of each pixel of `half` how much of
 * that is anatomy: 0 for nothing but noise, 1 for a clear structure. One place decides with its
 * neighbours: alone, each pixel of noise that happens to be strong would be let through as a speckle.
 */
export function subtractAndJudge(plane: Plane, half: Plane, noise: NoiseModel): Plane {
  const { width, height, data } = plane
  const energy = emptyPlane(half.width, half.height)
  const { line, makeLine } = doubler(half, width)
  for (let y = 0; y < height; y += 1) {
    makeLine(y)
    const row = y * width
    const into = (y >> 1) * half.width
    for (let x = 0; x < width; x += 1) {
      const detail = (data[row + x] ?? 0) - (line[x] ?? 0)
      data[row + x] = detail
      energy.data[into + (x >> 1)] = (energy.data[into + (x >> 1)] ?? 0) + detail * detail
    }
  }
  smooth(energy)
  for (let at = 0; at < energy.data.length; at += 1) {
    const ratio = (energy.data[at] ?? 0) / (4 * varianceAt(noise, half.data[at] ?? 0))
    const share = (ratio - onlyNoise) / (onlyAnatomy - onlyNoise)
    energy.data[at] = share <= 0 ? 0 : share >= 1 ? 1 : share * (2 - share)
  }
  return energy
}

/** The mean of 3 x 3 with the middle counting most, in place. */
function smooth({ width, height, data }: Plane): void {
  let above = new Float32Array(width + 2)
  let here = new Float32Array(width + 2)
  let below = new Float32Array(width + 2)
  const load = (line: Float32Array, y: number) => {
    const row = Math.min(height - 1, y) * width
    line.set(data.subarray(row, row + width), 1)
    line[0] = line[1] ?? 0
    line[width + 1] = line[width] ?? 0
  }
  load(here, 0)
  above.set(here)
  for (let y = 0; y < height; y += 1) {
    load(below, y + 1)
    const row = y * width
    for (let x = 0; x < width; x += 1) {
      const [a, b, c] = [x, x + 1, x + 2]
      data[row + x] =
        ((above[a] ?? 0) +
          (above[c] ?? 0) +
          (below[a] ?? 0) +
          (below[c] ?? 0) +
          2 * ((above[b] ?? 0) + (below[b] ?? 0) + (here[a] ?? 0) + (here[c] ?? 0)) +
          4 * (here[b] ?? 0)) /
        16
    }
    ;[above, here, below] = [here, below, above]
  }
}
