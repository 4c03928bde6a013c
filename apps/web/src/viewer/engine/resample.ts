import { cropped } from './camera.ts'
import type { Camera } from './camera.ts'
import type { Level } from './pixels.ts'
import { deviceMatrix } from './placement.ts'
import type { Placement } from './placement.ts'

/** For each pixel along one side of the screen: which two of the image it lies between, and where. */
interface Axis {
  readonly near: Int32Array
  readonly far: Int32Array
  readonly share: Float32Array
}

interface Side {
  /** Pixels of the device, from `first` on. */
  readonly count: number
  readonly first: number
  /** From a pixel of the device to one of the level: `(at + 0.5 - origin) / scale - 0.5`. */
  readonly origin: number
  readonly scale: number
  /** Of the level, the first and the last that may be shown. */
  readonly lowest: number
  readonly highest: number
  /** From one to the next in memory. */
  readonly stride: number
}

function axisOf({ count, first, origin, scale, lowest, highest, stride }: Side): Axis {
  const near = new Int32Array(count)
  const far = new Int32Array(count)
  const share = new Float32Array(count)
  for (let at = 0; at < count; at++) {
    const exact = Math.min(highest, Math.max(lowest, (first + at + 0.5 - origin) / scale - 0.5))
    const whole = Math.floor(exact)
    near[at] = whole * stride
    far[at] = Math.min(highest, whole + 1) * stride
    share[at] = exact - whole
  }
  return { near, far, share }
}

/** The two sides of the screen as sides of the level, upright or sideways. */
function axesOf(
  level: Level,
  camera: Camera,
  ratio: number,
  { left, top, width, height }: Placement,
) {
  const [a, b, c, d, e, f] = deviceMatrix(camera, ratio)
  const shown = cropped(camera)
  // A crop shows nothing from beyond its edge, not even mixed in.
  const columns = {
    lowest: Math.max(0, Math.floor(shown.left / level.stepX)),
    highest: Math.min(level.columns - 1, Math.ceil((shown.left + shown.width) / level.stepX) - 1),
    stride: 1,
  }
  const rows = {
    lowest: Math.max(0, Math.floor(shown.top / level.stepY)),
    highest: Math.min(level.rows - 1, Math.ceil((shown.top + shown.height) / level.stepY) - 1),
    stride: level.columns,
  }
  const isSideways = camera.viewport.rotation % 180 !== 0
  return isSideways
    ? {
        across: axisOf({ count: width, first: left, origin: e, scale: c * level.stepY, ...rows }),
        down: axisOf({ count: height, first: top, origin: f, scale: b * level.stepX, ...columns }),
      }
    : {
        across: axisOf({
          count: width,
          first: left,
          origin: e,
          scale: a * level.stepX,
          ...columns,
        }),
        down: axisOf({ count: height, first: top, origin: f, scale: d * level.stepY, ...rows }),
      }
}

/**
 * The numbers of the image at the pixels of the device, less `lowest`, so that none is negative. Each is
 * mixed from its four neighbours. Every index is inside its array: asking costs a third of the time.
 */
export function resample(
  level: Level,
  camera: Camera,
  ratio: number,
  placement: Placement,
  lowest: number,
  target: Uint16Array,
): void {
  const { across, down } = axesOf(level, camera, ratio, placement)
  const { cells } = level
  const { near, far, share } = across
  const { width, height } = placement
  const rounding = 0.5 - lowest
  for (let row = 0, at = 0; row < height; row++) {
    const upper = down.near[row] as number
    const lower = down.far[row] as number
    const weight = down.share[row] as number
    for (let column = 0; column < width; column++, at++) {
      const one = near[column] as number
      const two = far[column] as number
      const along = share[column] as number
      const topLeft = cells[upper + one] as number
      const bottomLeft = cells[lower + one] as number
      const top = topLeft + ((cells[upper + two] as number) - topLeft) * along
      const bottom = bottomLeft + ((cells[lower + two] as number) - bottomLeft) * along
      target[at] = top + (bottom - top) * weight + rounding
    }
  }
}
