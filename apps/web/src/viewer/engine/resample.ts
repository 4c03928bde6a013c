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

/** Neighbouring rows of the level as one, from one column to another. */
function mixRows(
  cells: Cells,
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
      mixed[at] = (cells[start + at] as number) * one + (cells[below + at] as number) * two
    return
  }
  if (count === 4) {
    const [three, four] = [weights[slot + 2] as number, weights[slot + 3] as number]
    const [second, third, fourth] = [start + columns, start + 2 * columns, start + 3 * columns]
    for (let at = from; at < to; at++)
      mixed[at] =
        (cells[start + at] as number) * one +
        (cells[second + at] as number) * two +
        (cells[third + at] as number) * three +
        (cells[fourth + at] as number) * four
    return
  }
  for (let at = from; at < to; at++) {
    let sum = 0
    for (let tap = 0, place = start + at; tap < count; tap++, place += columns)
      sum += (cells[place] as number) * (weights[slot + tap] as number)
    mixed[at] = sum
  }
}

/** Such a row at the pixels of the device, `stride` apart. */
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
      const place = starts[at] as number
      const slot = 2 * at
      target[into] =
        (mixed[place] as number) * (weights[slot] as number) +
        (mixed[place + 1] as number) * (weights[slot + 1] as number) +
        rounding
    }
    return
  }
  if (count === 4) {
    for (let at = 0; at < length; at++, into += stride) {
      const place = starts[at] as number
      const slot = 4 * at
      target[into] =
        (mixed[place] as number) * (weights[slot] as number) +
        (mixed[place + 1] as number) * (weights[slot + 1] as number) +
        (mixed[place + 2] as number) * (weights[slot + 2] as number) +
        (mixed[place + 3] as number) * (weights[slot + 3] as number) +
        rounding
    }
    return
  }
  for (let at = 0, slot = 0; at < length; at++, into += stride) {
    let sum = rounding
    for (let tap = 0, place = starts[at] as number; tap < count; tap++, slot++, place++)
      sum += (mixed[place] as number) * (weights[slot] as number)
    target[into] = sum
  }
}

/**
 * The numbers of the image at the pixels of the device, less `lowest`, so that none is negative. Rows
 * first, then columns: a pixel costs four products instead of eight, and one row is all that lies between.
 */
export function resample(
  level: Level,
  camera: Camera,
  ratio: number,
  placement: Placement,
  lowest: number,
  target: Uint16Array,
): void {
  const { across, down, isSideways } = sidesOf(level, camera, ratio, placement)
  const columns = tapsOf(isSideways ? down : across)
  const rows = tapsOf(isSideways ? across : down)
  const { width } = placement
  const [stride, rowStride] = isSideways ? [width, 1] : [1, width]
  const mixed = new Float32Array(level.columns)
  for (let row = 0; row < rows.starts.length; row++) {
    mixRows(
      level.cells,
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
