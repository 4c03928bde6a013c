import type { Camera } from '../camera/camera.ts'
import { toDeviceMatrix } from '../camera/placement.ts'
import type { Placement } from '../camera/placement.ts'
import type { ImageLevel } from '../loading/pixels.ts'
import { getLevelBounds } from './resample.ts'

/** Transform from device pixels to pixels of a level, and the reach of the filter in the level. */
export function getLevelTransform(level: ImageLevel, camera: Camera, ratio: number) {
  const [a, b, c, d, e, f] = toDeviceMatrix(camera, ratio)
  const { stepX, stepY } = level
  const size = a * d - b * c
  const across = { x: d / size / stepX, y: -c / size / stepX }
  const down = { x: -b / size / stepY, y: a / size / stepY }
  return {
    across,
    down,
    start: {
      x: -(across.x * e + across.y * f),
      y: -(down.x * e + down.y * f),
    },
    reach: {
      x: Math.max(1, 1 / (Math.hypot(a, b) * stepX)),
      y: Math.max(1, 1 / (Math.hypot(c, d) * stepY)),
    },
  }
}

/**
 * Like `resample`, for an image at any angle. Rows and columns of the screen are not those of the
 * image, so every pixel is computed by itself. Pixels beside the image get the lowest value; the
 * caller clips them.
 */
export function resampleRotated(
  level: ImageLevel,
  camera: Camera,
  ratio: number,
  placement: Placement,
  lowest: number,
  target: Uint16Array,
): void {
  const { across, down, start, reach } = getLevelTransform(level, camera, ratio)
  const bounds = getLevelBounds(level, camera)
  const { lowest: left, highest: right } = bounds.columns
  const { lowest: top, highest: bottom } = bounds.rows
  const { values, columns } = level
  const isBeside = (x: number, y: number) =>
    x < left - reach.x || x > right + reach.x || y < top - reach.y || y > bottom + reach.y
  for (let row = 0, into = 0; row < placement.height; row++) {
    const deviceY = placement.top + row + 0.5
    for (let column = 0; column < placement.width; column++, into++) {
      const deviceX = placement.left + column + 0.5
      const x = across.x * deviceX + across.y * deviceY + start.x - 0.5
      const y = down.x * deviceX + down.y * deviceY + start.y - 0.5
      if (isBeside(x, y)) {
        target[into] = 0
        continue
      }
      let [sum, whole] = [0, 0]
      const lastY = Math.ceil(y + reach.y) - 1
      const lastX = Math.ceil(x + reach.x) - 1
      for (let atY = Math.floor(y - reach.y) + 1; atY <= lastY; atY++) {
        const below = 1 - Math.abs(atY - y) / reach.y
        const line = Math.min(bottom, Math.max(top, atY)) * columns
        for (let atX = Math.floor(x - reach.x) + 1; atX <= lastX; atX++) {
          const weight = below * (1 - Math.abs(atX - x) / reach.x)
          // Pixels beyond the edge count as the edge.
          sum += weight * (values[line + Math.min(right, Math.max(left, atX))] as number)
          whole += weight
        }
      }
      target[into] = sum / whole - lowest + 0.5
    }
  }
}
