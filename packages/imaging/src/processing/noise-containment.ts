import type { NoiseModel } from './noise.ts'
import { createUpsampler } from './pyramid.ts'
import { createPlane } from './plane.ts'
import type { Plane } from './plane.ts'

/**
 * Detail energy up to this multiple of the expected noise counts as noise, because noise varies
 * locally.
 */
const onlyNoise = 1.6
/** Detail energy above this multiple counts as anatomy. */
const onlyAnatomy = 9
const perShare = 1 / (onlyAnatomy - onlyNoise)

/**
 * Replaces `plane` with its detail, the difference to the upsampled `half` (a level of the
 * Laplacian pyramid), and returns the share of anatomy in that detail for each pixel of `half`: 0
 * for noise only, 1 for a clear structure. The energy is averaged over neighbours; otherwise single
 * strong noise pixels would be kept as speckles. /
 */
export function subtractAndClassify(plane: Plane, half: Plane, noise: NoiseModel): Plane {
  const { width, height, data } = plane
  const energy = createPlane(half.width, half.height)
  const energies = energy.data
  const { line, makeLine } = createUpsampler(half, width)
  for (let y = 0; y < height; y += 1) {
    makeLine(y)
    const row = y * width
    const target = (y >> 1) * half.width
    const pairs = width >> 1
    for (let pair = 0; pair < pairs; pair += 1) {
      const x = 2 * pair
      const one = (data[row + x] ?? 0) - (line[x] ?? 0)
      const other = (data[row + x + 1] ?? 0) - (line[x + 1] ?? 0)
      data[row + x] = one
      data[row + x + 1] = other
      energies[target + pair] = (energies[target + pair] ?? 0) + one * one + other * other
    }
    if (width % 2 === 1) {
      const last = (data[row + width - 1] ?? 0) - (line[width - 1] ?? 0)
      data[row + width - 1] = last
      energies[target + pairs] = (energies[target + pairs] ?? 0) + 2 * last * last
    }
  }
  smooth(energy)
  const { lowest, perUnit, variances } = noise
  const last = variances.length - 1
  for (let at = 0; at < energies.length; at += 1) {
    const entry = ((half.data[at] ?? 0) - lowest) * perUnit
    const variance = variances[entry <= 0 ? 0 : entry >= last ? last : entry | 0] ?? 1
    const share = ((energies[at] ?? 0) / (4 * variance) - onlyNoise) * perShare
    energies[at] = share <= 0 ? 0 : share >= 1 ? 1 : share * (2 - share)
  }
  return energy
}

/** Smooths with a 3 x 3 binomial kernel, in place. */
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
      data[row + x] =
        ((above[x] ?? 0) +
          (above[x + 2] ?? 0) +
          (below[x] ?? 0) +
          (below[x + 2] ?? 0) +
          2 * ((above[x + 1] ?? 0) + (below[x + 1] ?? 0) + (here[x] ?? 0) + (here[x + 2] ?? 0)) +
          4 * (here[x + 1] ?? 0)) *
        0.0625
    }
    ;[above, here, below] = [here, below, above]
  }
}
