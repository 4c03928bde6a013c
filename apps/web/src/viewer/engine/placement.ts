import { cropped, matrixOf, toScreen } from './camera.ts'
import type { Camera } from './camera.ts'
import type { Level } from './pixels.ts'

/** The part of a canvas that an image covers, in whole pixels of the device. */
export interface Placement {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export const canvasSize = ({ cell }: Camera, ratio: number) => ({
  width: Math.max(1, Math.round(cell.width * ratio)),
  height: Math.max(1, Math.round(cell.height * ratio)),
})

/** The pixels whose middle lies on what is shown of the image; undefined where there are none. */
export function placementOf(camera: Camera, ratio: number): Placement | undefined {
  const shown = cropped(camera)
  const one = toScreen(camera, { x: shown.left, y: shown.top })
  const other = toScreen(camera, { x: shown.left + shown.width, y: shown.top + shown.height })
  const canvas = canvasSize(camera, ratio)
  // A hair less than a half, so that an image that fits exactly fits in spite of rounding.
  const first = (at: number, end: number) =>
    Math.min(end, Math.max(0, Math.ceil(at * ratio - 0.500_001)))
  const left = first(Math.min(one.x, other.x), canvas.width)
  const top = first(Math.min(one.y, other.y), canvas.height)
  const width = first(Math.max(one.x, other.x), canvas.width) - left
  const height = first(Math.max(one.y, other.y), canvas.height) - top
  return width > 0 && height > 0 ? { left, top, width, height } : undefined
}

/** From pixels of the image to those of the device, as a, b, c, d, e, f. */
export function deviceMatrix(camera: Camera, ratio: number) {
  const [a, b, c, d, e, f] = matrixOf(camera)
  return [a * ratio, b * ratio, c * ratio, d * ratio, e * ratio, f * ratio] as const
}

/**
 * The smallest level with at least about as many pixels as the screen shows of it. A larger one would
 * leave pixels out between those that are shown, and fine lines would flicker.
 */
export function levelFor(
  levels: readonly Level[],
  camera: Camera,
  ratio: number,
): Level | undefined {
  const [a, b, c, d] = deviceMatrix(camera, ratio)
  const scale = Math.max(Math.abs(a) + Math.abs(b), Math.abs(c) + Math.abs(d))
  const enough = levels.filter(({ stepX }) => stepX * scale <= 1.001)
  return enough.at(-1) ?? levels[0]
}
