import { createPlane } from './plane.ts'
import type { Plane } from './plane.ts'
import { getSaturation } from './raw-frame.ts'
import type { RawFrame } from './raw-frame.ts'

/**
 * Measures the share of saturated pixels in each block of a raw frame, in the geometry of
 * `downsample`. The raw counts are used, because correction and downsampling hide that a pixel was
 * clipped.
 */
export function measureSaturation(raw: RawFrame, factor: number): Plane {
  const { data, width, height } = raw
  const saturation = getSaturation(raw)
  const shares = createPlane(
    Math.max(1, Math.floor(width / factor)),
    Math.max(1, Math.floor(height / factor)),
  )
  const [right, bottom] = [
    Math.min(width, shares.width * factor),
    Math.min(height, shares.height * factor),
  ]
  const part = 1 / (Math.min(factor, width) * Math.min(factor, height))
  for (let y = 0; y < bottom; y += 1) {
    const row = Math.floor(y / factor) * shares.width
    const start = y * width
    for (let x = 0; x < right; x += 1) {
      if ((data[start + x] ?? 0) < saturation) continue
      const at = row + Math.floor(x / factor)
      shares.data[at] = (shares.data[at] ?? 0) + part
    }
  }
  return shares
}
