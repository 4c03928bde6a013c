// Writes the cells of a volume, and smaller copies of them.

const empty: i32 = -32768

/**
 * Cell = value + offset; values of the padding range become empty. Returns 1 if a cell is empty.
 */
export function placeCells(
  source: usize,
  count: i32,
  offset: i32,
  lowestPadding: i32,
  highestPadding: i32,
  target: usize,
): i32 {
  let hasEmpty: i32 = 0
  const paddings = <u32>(highestPadding - lowestPadding + 1)
  for (let at: usize = 0, end = (<usize>count) << 1; at < end; at += 2) {
    const value = <i32>load<i16>(source + at)
    const isEmpty = <i32>(<u32>(value - lowestPadding) < paddings)
    const cell = max(-32767, min(32767, value + offset))
    store<i16>(target + at, <i16>select<i32>(empty, cell, isEmpty))
    hasEmpty |= isEmpty
  }
  return hasEmpty
}

/** Means of squares of 2 × 2 cells; empty cells do not count, and four of them are empty. */
export function halveCells(source: usize, columns: i32, rows: i32, target: usize): void {
  const rowBytes = (<usize>columns) << 1
  let to = target
  for (let y = 0; y < rows >> 1; y++) {
    let from = source + <usize>y * 2 * rowBytes
    for (let x = 0; x < columns >> 1; x++) {
      let sum: i32 = 0
      let count: i32 = 0
      for (let at = 0; at < 4; at++) {
        const cell = <i32>load<i16>(from + ((<usize>(at & 1)) << 1) + <usize>(at >> 1) * rowBytes)
        if (cell != empty) {
          sum += cell
          count++
        }
      }
      const mean = count == 0 ? empty : <i32>nearest(<f32>sum / <f32>count)
      store<i16>(to, <i16>mean)
      from += 4
      to += 2
    }
  }
}

/** The mean of a square of cells, with scale and shift; -1e30 if all are empty. */
function getMean(source: usize, rowBytes: usize, factor: i32, scale: f32, shift: f32): f32 {
  let sum: i32 = 0
  let count: i32 = 0
  for (let y = 0; y < factor; y++) {
    for (let x = 0; x < factor; x++) {
      const cell = <i32>load<i16>(source + ((<usize>x) << 1))
      if (cell != empty) {
        sum += cell
        count++
      }
    }
    source += rowBytes
  }
  return count == 0 ? <f32>-1e30 : (<f32>sum / <f32>count) * scale + shift
}

/** The same for 2 × 2 cells, of which usually none is empty. */
function getMeanOfFour(source: usize, rowBytes: usize, scale: f32, shift: f32): f32 {
  const upper = load<i32>(source)
  const lower = load<i32>(source + rowBytes)
  // A half below -16384 may be an empty cell.
  if (((upper & ~(upper << 1)) | (lower & ~(lower << 1))) & 0x80008000)
    return getMean(source, rowBytes, 2, scale, shift)
  const sum = <i32>(<i16>upper) + (upper >> 16) + <i32>(<i16>lower) + (lower >> 16)
  return <f32>sum * <f32>0.25 * scale + shift
}

/**
 * One layer of the copy of 8 bits, interpolated between two slices: 0 is empty, `lowest` is 1, and
 * `lowest + 254 / perCell` is 255.
 */
export function shrinkLayer(
  near: usize,
  nearScale: f32,
  nearShift: f32,
  far: usize,
  farScale: f32,
  farShift: f32,
  weight: f32,
  columns: i32,
  rows: i32,
  factor: i32,
  lowest: f32,
  perCell: f32,
  target: usize,
): void {
  const rowBytes = (<usize>columns) << 1
  const width = columns / factor
  const height = rows / factor
  let to = target
  for (let y = 0; y < height; y++) {
    let at = <usize>(y * factor) * rowBytes
    for (let x = 0; x < width; x++) {
      let mean =
        factor == 2
          ? getMeanOfFour(near + at, rowBytes, nearScale, nearShift)
          : getMean(near + at, rowBytes, factor, nearScale, nearShift)
      if (weight > 0) {
        const other =
          factor == 2
            ? getMeanOfFour(far + at, rowBytes, farScale, farShift)
            : getMean(far + at, rowBytes, factor, farScale, farShift)
        if (mean < -1e29) mean = other
        else if (other > -1e29) mean += weight * (other - mean)
      }
      let cell: i32 = 0
      if (mean > -1e29)
        cell = <i32>nearest(max<f32>(1, min<f32>(255, 1 + (mean - lowest) * perCell)))
      store<u8>(to, <u8>cell)
      to++
      at += (<usize>factor) << 1
    }
  }
}
