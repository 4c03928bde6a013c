import { cropped } from './camera.ts'
import type { Camera } from './camera.ts'
import type { Cells, Level } from './pixels.ts'
import { deviceMatrix } from './placement.ts'
import type { Placement } from './placement.ts'
import { tapsOf } from './taps.ts'
import type { Taps } from './taps.ts'

/** The two sides of the screen as sides of the level, upright or sideways. */
export function sidesOf(level: Level, camera: Camera, ratio: number, placement: Placement) {
  const [a, b, c, d, e, f] = deviceMatrix(camera, ratio)
  const shown = cropped(camera)
  // A crop shows nothing from beyond its edge, not even mixed in.
  const within = (start: number, length: number, step: number, size: number) => {
    const lowest = Math.min(size - 1, Math.max(0, Math.floor(start / step)))
    const end = Math.min(size, Math.ceil((start + length) / step))
    return { lowest, highest: Math.max(lowest, end - 1) }
  }
  const columns = within(shown.left, shown.width, level.stepX, level.columns)
  const rows = within(shown.top, shown.height, level.stepY, level.rows)
  const across = { count: placement.width, first: placement.left, origin: e }
  const down = { count: placement.height, first: placement.top, origin: f }
  const isSideways = camera.viewport.rotation % 180 !== 0
  return isSideways
    ? {
        isSideways,
        across: { ...across, scale: c * level.stepY, ...rows },
        down: { ...down, scale: b * level.stepX, ...columns },
      }
    : {
        isSideways,
        across: { ...across, scale: a * level.stepX, ...columns },
        down: { ...down, scale: d * level.stepY, ...rows },
      }
}

// Millions of rounds each. Every index below is inside its array: asking costs a third of the time.

/** A line of the level at the pixels of the device across. */
function mixAlong(
  cells: Cells,
  line: number,
  stride: number,
  { count, starts, weights }: Taps,
  mixed: Float32Array,
  into: number,
) {
  const width = starts.length
  if (count === 2) {
    for (let at = 0, slot = 0; at < width; at++, slot += 2) {
      const place = line + (starts[at] as number) * stride
      mixed[into + at] =
        (cells[place] as number) * (weights[slot] as number) +
        (cells[place + stride] as number) * (weights[slot + 1] as number)
    }
    return
  }
  for (let at = 0, slot = 0; at < width; at++) {
    let place = line + (starts[at] as number) * stride
    let sum = 0
    for (let tap = 0; tap < count; tap++, slot++, place += stride)
      sum += (cells[place] as number) * (weights[slot] as number)
    mixed[into + at] = sum
  }
}

/** Lines that are mixed across already, at one line of the device. */
function mixLines(
  mixed: Float32Array,
  first: number,
  weights: Float32Array,
  slot: number,
  count: number,
  rounding: number,
  target: Uint16Array,
  into: number,
  width: number,
) {
  const [one, two] = [weights[slot] as number, weights[slot + 1] as number]
  if (count === 2) {
    for (let at = 0; at < width; at++)
      target[into + at] =
        (mixed[first + at] as number) * one + (mixed[first + width + at] as number) * two + rounding
    return
  }
  if (count === 3) {
    const three = weights[slot + 2] as number
    for (let at = 0; at < width; at++)
      target[into + at] =
        (mixed[first + at] as number) * one +
        (mixed[first + width + at] as number) * two +
        (mixed[first + 2 * width + at] as number) * three +
        rounding
    return
  }
  for (let at = 0; at < width; at++) {
    let sum = rounding
    for (let tap = 0, place = first + at; tap < count; tap++, place += width)
      sum += (mixed[place] as number) * (weights[slot + tap] as number)
    target[into + at] = sum
  }
}

/** Kept from one image to the next: megabytes that are asked for in each frame are a pause in each tenth. */
let spare = new Float32Array()

/**
 * The numbers of the image at the pixels of the device, less `lowest`, so that none is negative. First
 * across, then down: a pixel costs four products instead of eight.
 */
export function resample(
  level: Level,
  camera: Camera,
  ratio: number,
  placement: Placement,
  lowest: number,
  target: Uint16Array,
): void {
  const sides = sidesOf(level, camera, ratio, placement)
  const across = tapsOf(sides.across)
  const down = tapsOf(sides.down)
  const { width, height } = placement
  const [stride, lineStride] = sides.isSideways ? [level.columns, 1] : [1, level.columns]
  const size = (down.to - down.from) * width
  if (spare.length < size) spare = new Float32Array(size)
  for (let line = down.from; line < down.to; line++)
    mixAlong(level.cells, line * lineStride, stride, across, spare, (line - down.from) * width)
  for (let row = 0; row < height; row++) {
    const first = ((down.starts[row] as number) - down.from) * width
    mixLines(
      spare,
      first,
      down.weights,
      row * down.count,
      down.count,
      0.5 - lowest,
      target,
      row * width,
      width,
    )
  }
}
