import { defaultViewport } from '@talus/contract'
import type { Stack, Viewport } from '@talus/contract'
import { cross, dot, getHanging, getPlaneName, scale } from '@talus/volume'
import type { OrientationOptions } from '@talus/volume'

const rotations = [0, 90, 180, 270] as const

/**
 * The view in which a stack is opened: slices along a plane of the body are turned and flipped so
 * that they hang as the computed plane of that name does, whatever the scanner wrote. Otherwise left
 * would change its side between two layouts. Oblique slices stay as they were scanned.
 */
export function hangStack({ orientation }: Stack, options: OrientationOptions): Viewport {
  if (!orientation) return defaultViewport
  const { row, column } = orientation
  const plane = getPlaneName(cross(row, column), options)
  if (plane === 'oblique') return defaultViewport
  const wanted = getHanging(plane, options)
  const candidates = [false, true].flatMap((hflip) =>
    rotations.map((rotation) => {
      // The image is flipped first, then rotated clockwise by quarter turns.
      let [right, down] = [hflip ? scale(row, -1) : row, column]
      for (let turned = 0; turned < rotation; turned += 90) [right, down] = [scale(down, -1), right]
      return { hflip, rotation, match: dot(right, wanted.right) + dot(down, wanted.down) }
    }),
  )
  const best = candidates.reduce((one, other) => (other.match > one.match + 1e-9 ? other : one))
  return { ...defaultViewport, hflip: best.hflip, rotation: best.rotation }
}
