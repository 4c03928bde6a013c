import { getVisibleArea } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import type { PixelValues, ImageLevel } from '../loading/pixels.ts'
import { toDeviceMatrix } from '../camera/placement.ts'
import type { Placement } from '../camera/placement.ts'
import { computeTaps } from './taps.ts'
import type { Taps } from './taps.ts'

/**
 * The first and last pixel of a level that may be shown. Those outside of the crop are not, not even
 * by interpolation.
 */
export function getLevelBounds(level: ImageLevel, camera: Camera) {
  const shown = getVisibleArea(camera)
  const within = (start: number, length: number, step: number, size: number) => {
    const lowest = Math.min(size - 1, Math.max(0, Math.floor(start / step)))
    const end = Math.min(size, Math.ceil((start + length) / step))
    return { lowest, highest: Math.max(lowest, end - 1) }
  }
  return {
    columns: within(shown.left, shown.width, level.stepX, level.columns),
    rows: within(shown.top, shown.height, level.stepY, level.rows),
  }
}

/** Maps the two axes of the screen to those of the level, swapped if rotated by 90 degrees. */
function getResampleAxes(level: ImageLevel, camera: Camera, ratio: number, placement: Placement) {
  const [a, b, c, d, e, f] = toDeviceMatrix(camera, ratio)
  const { columns, rows } = getLevelBounds(level, camera)
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

// Millions of iterations each. Every index is inside its array: checks cost a third of the time.

/** Combines neighbouring rows of the level into one, for the given range of columns. */
function mixRows(
  values: PixelValues,
  columns: number,
  first: number,
  taps: Taps,
  row: number,
  mixed: Float32Array,
  from: number,
  to: number,
) {
  const { count, weights } = taps
  const slot = row * count
  const start = first * columns
  const [one, two] = [weights[slot] as number, weights[slot + 1] as number]
  if (count === 2) {
    const below = start + columns
    for (let at = from; at < to; at++)
      mixed[at] = (values[start + at] as number) * one + (values[below + at] as number) * two
    return
  }
  if (count === 4) {
    const [three, four] = [weights[slot + 2] as number, weights[slot + 3] as number]
    const [second, third, fourth] = [start + columns, start + 2 * columns, start + 3 * columns]
    for (let at = from; at < to; at++)
      mixed[at] =
        (values[start + at] as number) * one +
        (values[second + at] as number) * two +
        (values[third + at] as number) * three +
        (values[fourth + at] as number) * four
    return
  }
  for (let at = from; at < to; at++) {
    let sum = 0
    for (let tap = 0, index = start + at; tap < count; tap++, index += columns)
      sum += (values[index] as number) * (weights[slot + tap] as number)
    mixed[at] = sum
  }
}

/** Resamples a combined row to device pixels, written `stride` apart. */
function mixColumns(
  mixed: Float32Array,
  { count, starts, weights }: Taps,
  rounding: number,
  target: Uint16Array,
  start: number,
  stride: number,
) {
  const length = starts.length
  let into = start
  if (count === 2) {
    for (let at = 0; at < length; at++, into += stride) {
      const index = starts[at] as number
      const slot = 2 * at
      target[into] =
        (mixed[index] as number) * (weights[slot] as number) +
        (mixed[index + 1] as number) * (weights[slot + 1] as number) +
        rounding
    }
    return
  }
  if (count === 4) {
    for (let at = 0; at < length; at++, into += stride) {
      const index = starts[at] as number
      const slot = 4 * at
      target[into] =
        (mixed[index] as number) * (weights[slot] as number) +
        (mixed[index + 1] as number) * (weights[slot + 1] as number) +
        (mixed[index + 2] as number) * (weights[slot + 2] as number) +
        (mixed[index + 3] as number) * (weights[slot + 3] as number) +
        rounding
    }
    return
  }
  for (let at = 0, slot = 0; at < length; at++, into += stride) {
    let sum = rounding
    for (let tap = 0, index = starts[at] as number; tap < count; tap++, slot++, index++)
      sum += (mixed[index] as number) * (weights[slot] as number)
    target[into] = sum
  }
}

/**
 * Resamples the stored values to device pixels, minus `lowest`, so that none is negative. Rows
 * first, then columns: a pixel costs four products instead of eight, and the buffer is a single
 * row.
 */
export function resample(
  level: ImageLevel,
  camera: Camera,
  ratio: number,
  placement: Placement,
  lowest: number,
  target: Uint16Array,
): void {
  const { across, down, isSideways } = getResampleAxes(level, camera, ratio, placement)
  const columns = computeTaps(isSideways ? down : across)
  const rows = computeTaps(isSideways ? across : down)
  const { width } = placement
  const [stride, rowStride] = isSideways ? [width, 1] : [1, width]
  const mixed = new Float32Array(level.columns)
  for (let row = 0; row < rows.starts.length; row++) {
    mixRows(
      level.values,
      level.columns,
      rows.starts[row] as number,
      rows,
      row,
      mixed,
      columns.from,
      columns.to,
    )
    mixColumns(mixed, columns, 0.5 - lowest, target, row * rowStride, stride)
  }
}
