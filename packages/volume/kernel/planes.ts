// Cuts planes and slabs out of a volume. Columns and rows are fixed-point numbers of 20 bits;
// places along the normal are fixed-point numbers whose unit the caller chooses, because slices may
// lie at any distance from each other.
import {
  empty,
  entryBytes,
  findEntry,
  first,
  fraction,
  gap,
  holdsEmpty,
  inGap,
  last,
  mix,
  nothing,
  placeRow,
  sampleSlice,
  startX,
  startY,
  startZ,
  stepX,
  stepY,
  stepZ,
  suspect,
  takeNearest,
  touchRow,
} from './plane-rows'

const gapFlag: i32 = 1 << 30
/** Rows of a transposed picture that are written together, because their pixels share cache lines. */
const stripRows: i32 = 32

function toPixel(value: f32): i32 {
  if (value <= nothing) return value == nothing ? empty : gap
  return <i32>nearest(max<f32>(-32766, min<f32>(32767, value)))
}

/** Writes `count` rows as columns of a picture whose rows have `toNext` bytes. */
function writeColumns(strip: usize, width: i32, count: i32, toNext: usize, target: usize): void {
  const rowBytes = (<usize>width) << 1
  let to = target
  for (let column: usize = 0; column < rowBytes; column += 2) {
    let from = strip + column
    for (let at = to, end = to + ((<usize>count) << 1); at < end; at += 2) {
      store<i16>(at, load<i16>(from))
      from += rowBytes
    }
    to += toNext
  }
}

/**
 * The samples inside two slices, which the next row needs again if it has the same columns and rows:
 * the rows of planes along the axes of the volume cross the same slices, or the next ones.
 */
let nearSampled: usize = 0
let farSampled: usize = 0
let sampledStart: i64 = 0
let sampledStep: i64 = 0
let sampledRange: i64 = 0

/** Whether the row has the columns and rows of the one before; remembers them. */
function isRowRepeated(): bool {
  const start = ((<i64>startX) << 32) | <i64>startY
  const step = ((<i64>stepX) << 32) ^ <i64>stepY
  const range = ((<i64>first) << 32) | <i64>last
  if (((start ^ sampledStart) | (step ^ sampledStep) | (range ^ sampledRange)) == 0)
    return stepZ == 0
  nearSampled = 0
  farSampled = 0
  sampledStart = start
  sampledStep = step
  sampledRange = range
  return false
}

/** Writes the pixels of a row between two slices from the samples inside each of them. */
function mixSlices(
  entry: usize,
  rowBytes: usize,
  nearValues: usize,
  farValues: usize,
  target: usize,
): void {
  const fz = <f32>(startZ - load<i32>(entry)) * load<f32>(entry, 8)
  const nearScale = load<f32>(entry, 12)
  const nearShift = load<f32>(entry, 16)
  const farScale = load<f32>(entry, 36)
  const farShift = load<f32>(entry, 40)
  const from = (<usize>first) << 2
  const end = (<usize>last) << 2
  let to = target
  for (let at = from; at <= end; at += 4) {
    const inNear = load<f32>(nearValues + at)
    const inFar = load<f32>(farValues + at)
    const a = inNear * nearScale + nearShift
    let value = a + fz * (inFar * farScale + farShift - a)
    if (inNear == nothing || inFar == nothing) {
      const step = <i32>((at - from) >> 2)
      value = takeNearest(rowBytes, startX + step * stepX, startY + step * stepY, fz, entry)
    }
    store<i16>(to, <i16>toPixel(value))
    to += 2
  }
}

/**
 * Writes `width` × `height` pixels. `cut` has 12 numbers (f64): the start, and the steps to the
 * right, down, and to the next layer, each as column, row and place. `work` has 72 bytes for each
 * pixel of a row. Modes: 0 maximum, 1 minimum, 2 mean. A transposed picture is written with rows and
 * columns exchanged.
 */
export function cutPlane(
  columns: i32,
  rows: i32,
  table: usize,
  entries: i32,
  hasEmpty: i32,
  cut: usize,
  width: i32,
  height: i32,
  layers: i32,
  mode: i32,
  isTransposed: i32,
  work: usize,
  target: usize,
): void {
  const rowBytes = (<usize>columns) << 1
  const lastEntry = table + <usize>max(0, entries - 2) * entryBytes
  const lowestZ = load<i32>(table)
  const highestZ = load<i32>(lastEntry + entryBytes)
  const counts = work + ((<usize>width) << 2)
  const strip = counts + ((<usize>width) << 2)
  const start: f32 = mode == 0 ? nothing : mode == 1 ? -nothing : 0
  const isSingle = layers == 1
  let nearValues = work
  let farValues = counts
  let entry = table
  sampledRange = -1
  for (let row = 0; row < height; row++) {
    const inStrip = row & (stripRows - 1)
    const line = isTransposed
      ? strip + ((<usize>(inStrip * width)) << 1)
      : target + ((<usize>(row * width)) << 1)
    for (let column = 0; column < width; column++) {
      const pixel = line + ((<usize>column) << 1)
      store<i16>(pixel, <i16>empty)
      if (!isSingle) {
        const value = work + ((<usize>column) << 2)
        store<f32>(value, start)
        store<i32>(value + ((<usize>width) << 2), 0)
      }
    }
    for (let layer = 0; layer < layers; layer++) {
      const along = <f64>layer - <f64>(layers - 1) * 0.5
      if (entries < 2 || !placeRow(columns, rows, lowestZ, highestZ, cut, width, <f64>row, along))
        continue
      let to = line + ((<usize>first) << 1)
      entry = findEntry(entry, table, lastEntry, startZ)
      if (isSingle && isRowRepeated() && load<i32>(entry, 20) == 0) {
        const near = <usize>load<u32>(entry, 4)
        const far = <usize>load<u32>(entry, 28)
        if (near == farSampled || far == nearSampled) {
          const values = nearValues
          nearValues = farValues
          farValues = values
          const sampled = nearSampled
          nearSampled = farSampled
          farSampled = sampled
        }
        if (near != nearSampled) sampleSlice(near, rowBytes, hasEmpty, nearValues)
        if (far != farSampled) sampleSlice(far, rowBytes, hasEmpty, farValues)
        nearSampled = near
        farSampled = far
        mixSlices(entry, rowBytes, nearValues, farValues, to)
        continue
      }
      // Rows along a slice read memory in its order.
      if (stepZ != 0) touchRow(table, lastEntry, rowBytes)
      let x = startX
      let y = startY
      let z = startZ
      const rightX = stepX
      const rightY = stepY
      const rightZ = stepZ
      // The fields of the entry are read again only when the row reaches another one.
      let fromZ = 1
      let toZ = 0
      let inverse: f32 = 0
      let nearCells: usize = 0
      let farCells: usize = 0
      let nearScale: f32 = 1
      let nearShift: f32 = 0
      let farScale: f32 = 1
      let farShift: f32 = 0
      let isGap = false
      const end = work + ((<usize>last) << 2)
      for (let value = work + ((<usize>first) << 2); value <= end; value += 4) {
        if (z < fromZ || z >= toZ) {
          entry = findEntry(entry, table, lastEntry, z)
          fromZ = load<i32>(entry)
          toZ = load<i32>(entry, 24)
          nearCells = <usize>load<u32>(entry, 4)
          farCells = <usize>load<u32>(entry, 28)
          inverse = load<f32>(entry, 8)
          nearScale = load<f32>(entry, 12)
          nearShift = load<f32>(entry, 16)
          farScale = load<f32>(entry, 36)
          farShift = load<f32>(entry, 40)
          isGap = load<i32>(entry, 20) != 0
        }
        const fz = <f32>(z - fromZ) * inverse
        const inside = ((<usize>(x >> 20)) << 1) + <usize>(y >> 20) * rowBytes
        // Two neighbouring cells at once.
        const w0 = load<i32>(nearCells + inside)
        const w1 = load<i32>(nearCells + inside + rowBytes)
        const w2 = load<i32>(farCells + inside)
        const w3 = load<i32>(farCells + inside + rowBytes)
        let sample: f32
        if (isGap && fz > 0 && fz < <f32>0.999999) sample = inGap
        else if (
          hasEmpty != 0 &&
          ((suspect(w0) | suspect(w1) | suspect(w2) | suspect(w3)) & 0x80008000) != 0 &&
          (holdsEmpty(w0) || holdsEmpty(w1) || holdsEmpty(w2) || holdsEmpty(w3))
        )
          // Padding is no value to interpolate with: the nearest voxel decides.
          sample = takeNearest(rowBytes, x, y, fz, entry)
        else {
          const fx = <f32>(x & 0xfffff) * fraction
          const fy = <f32>(y & 0xfffff) * fraction
          const a0 = mix(w0, fx)
          const b0 = mix(w2, fx)
          const a = (a0 + fy * (mix(w1, fx) - a0)) * nearScale + nearShift
          const b = (b0 + fy * (mix(w3, fx) - b0)) * farScale + farShift
          sample = a + fz * (b - a)
        }
        if (isSingle) {
          store<i16>(to, <i16>toPixel(sample))
          to += 2
        } else if (sample == inGap) {
          const count = value + ((<usize>width) << 2)
          store<i32>(count, load<i32>(count) | gapFlag)
        } else if (mode == 0) store<f32>(value, max(load<f32>(value), sample))
        else if (sample != nothing) {
          if (mode == 1) store<f32>(value, min(load<f32>(value), sample))
          else {
            const count = value + ((<usize>width) << 2)
            store<f32>(value, load<f32>(value) + sample)
            store<i32>(count, load<i32>(count) + 1)
          }
        }
        x += rightX
        y += rightY
        z += rightZ
      }
    }
    if (!isSingle) {
      for (let column = 0; column < width; column++) {
        const count = load<i32>(counts + ((<usize>column) << 2))
        const measured = count & ~gapFlag
        let value = load<f32>(work + ((<usize>column) << 2))
        if (mode == 2 ? measured == 0 : value == start) value = count >= gapFlag ? inGap : nothing
        else if (mode == 2) value /= <f32>measured
        store<i16>(line + ((<usize>column) << 1), <i16>toPixel(value))
      }
    }
    if (isTransposed != 0 && (inStrip == stripRows - 1 || row == height - 1)) {
      const to = target + ((<usize>(row - inStrip)) << 1)
      writeColumns(strip, width, inStrip + 1, (<usize>height) << 1, to)
    }
  }
}
