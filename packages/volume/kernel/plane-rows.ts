// Finds and reads the samples of one row of a plane.

/** A cell without a measurement. */
export const empty: i32 = -32768
/** A pixel between slices where others are missing. */
export const gap: i32 = -32767
/** Samples that have no value. */
export const nothing: f32 = -1e30
export const inGap: f32 = -2e30
const one: f64 = 1048576.0
export const fraction: f32 = 1.0 / 1048576.0
/** Rounding must not lose the outermost voxels. */
const tolerance: f64 = 0.002

/**
 * An entry for each slice that is there: its place (i32), the address of its cells (u32), the
 * inverse of the distance to the next one (f32), scale and shift of its cells (f32), and whether
 * slices are missing behind it (i32).
 */
export const entryBytes: usize = 24

/** Clips t so that `start + t·step` lies between the limits; the result is in clipFrom, clipTo. */
let clipFrom: f64 = 0
let clipTo: f64 = 0
function clip(start: f64, step: f64, lowest: f64, highest: f64): void {
  if (step == 0) {
    if (start < lowest || start > highest) clipTo = -1
    return
  }
  const first = (lowest - start) / step
  const second = (highest - start) / step
  clipFrom = max(clipFrom, min(first, second))
  clipTo = min(clipTo, max(first, second))
}

/** The samples of a row: its columns inside the volume, the place of the first one, and the steps. */
export let first: i32 = 0
export let last: i32 = 0
export let startX: i32 = 0
export let startY: i32 = 0
export let startZ: i32 = 0
export let stepX: i32 = 0
export let stepY: i32 = 0
export let stepZ: i32 = 0

/** The first place along one axis, and a step that cannot leave the range up to the last sample. */
let axisStart: i32 = 0
let axisStep: i32 = 0
function placeAxis(from: f64, step: f64, unit: f64, lowest: i32, highest: i32): void {
  axisStart = toFixed((from + <f64>first * step) * unit, lowest, highest)
  const end = toFixed((from + <f64>last * step) * unit, lowest, highest)
  axisStep = last > first ? (end - axisStart) / (last - first) : 0
}
function toFixed(value: f64, lowest: i32, highest: i32): i32 {
  return <i32>max<f64>(<f64>lowest, min<f64>(<f64>highest, nearest(value)))
}

/** Finds the samples of a row that lie inside the volume; false if there are none. */
export function placeRow(
  columns: i32,
  rows: i32,
  lowestZ: i32,
  highestZ: i32,
  cut: usize,
  width: i32,
  row: f64,
  along: f64,
): bool {
  const toleranceZ = <f64>(highestZ - lowestZ) * 1e-7
  const rightX = load<f64>(cut, 24)
  const rightY = load<f64>(cut, 32)
  const rightZ = load<f64>(cut, 40)
  const fromX = load<f64>(cut) + row * load<f64>(cut, 48) + along * load<f64>(cut, 72)
  const fromY = load<f64>(cut, 8) + row * load<f64>(cut, 56) + along * load<f64>(cut, 80)
  const fromZ = load<f64>(cut, 16) + row * load<f64>(cut, 64) + along * load<f64>(cut, 88)
  clipFrom = 0
  clipTo = <f64>(width - 1)
  clip(fromX, rightX, -tolerance, <f64>(columns - 1) + tolerance)
  clip(fromY, rightY, -tolerance, <f64>(rows - 1) + tolerance)
  clip(fromZ, rightZ, <f64>lowestZ - toleranceZ, <f64>highestZ + toleranceZ)
  if (!(clipTo >= clipFrom)) return false
  first = <i32>ceil(clipFrom)
  last = <i32>floor(clipTo)
  if (last < first) return false
  placeAxis(fromX, rightX, one, 0, ((columns - 1) << 20) - 1)
  startX = axisStart
  stepX = axisStep
  placeAxis(fromY, rightY, one, 0, ((rows - 1) << 20) - 1)
  startY = axisStart
  stepY = axisStep
  placeAxis(fromZ, rightZ, 1, lowestZ, highestZ)
  startZ = axisStart
  stepZ = axisStep
  return true
}

/** The last entry whose place is not above z; the search begins at any entry. */
export function findEntry(from: usize, table: usize, lastEntry: usize, z: i32): usize {
  let entry = from
  while (entry < lastEntry && z >= load<i32>(entry, 24)) entry += entryBytes
  while (entry > table && z < load<i32>(entry)) entry -= entryBytes
  return entry
}

/**
 * Reads the cells around the samples of a row. A processor waits for more cache lines at the same time
 * in a loop that does nothing else. The result is written, so that the compiler keeps the loop, to the
 * first bytes of the memory, which are never reserved.
 */
export function touchRow(table: usize, lastEntry: usize, rowBytes: usize): void {
  let entry = table
  let x = startX
  let y = startY
  let z = startZ
  const rightX = stepX
  const rightY = stepY
  const rightZ = stepZ
  let fromZ = 1
  let toZ = 0
  let near: usize = 0
  let far: usize = 0
  let touched: i32 = 0
  for (let left = last - first; left >= 0; left--) {
    if (z < fromZ || z >= toZ) {
      entry = findEntry(entry, table, lastEntry, z)
      fromZ = load<i32>(entry)
      toZ = load<i32>(entry, 24)
      near = <usize>load<u32>(entry, 4)
      far = <usize>load<u32>(entry, 28)
    }
    const inside = ((<usize>(x >> 20)) << 1) + <usize>(y >> 20) * rowBytes
    touched ^= load<i32>(near + inside) ^ load<i32>(near + inside + rowBytes)
    touched ^= load<i32>(far + inside) ^ load<i32>(far + inside + rowBytes)
    x += rightX
    y += rightY
    z += rightZ
  }
  store<i32>(0, touched)
}

/** The highest bit of a half tells that its cell is far from 0 and may be empty. */
export function suspect(word: i32): i32 {
  return word ^ (word << 1)
}

/** Whether one of the two cells of a word is empty. */
export function holdsEmpty(word: i32): bool {
  return min(<i32>(<i16>word), word >> 16) == empty
}

/** The value between the two cells of a word. */
export function mix(word: i32, fx: f32): f32 {
  const cell = <i32>(<i16>word)
  return <f32>cell + fx * <f32>((word >> 16) - cell)
}

/** The value of the nearest of eight voxels, of which some are empty; `nothing` if it is empty. */
export function takeNearest(rowBytes: usize, x: i32, y: i32, fz: f32, entry: usize): f32 {
  const isFar = fz >= 0.5
  // Half a cell more, so that the whole part is the nearest column and row.
  const nearestX = (<usize>((x + (1 << 19)) >> 20)) << 1
  const nearestY = <usize>((y + (1 << 19)) >> 20)
  const cells = isFar ? <usize>load<u32>(entry, 28) : <usize>load<u32>(entry, 4)
  const cell = <i32>load<i16>(cells + nearestX + nearestY * rowBytes)
  if (cell == empty) return nothing
  return isFar
    ? <f32>cell * load<f32>(entry, 36) + load<f32>(entry, 40)
    : <f32>cell * load<f32>(entry, 12) + load<f32>(entry, 16)
}

/** The values of a row inside one slice; `nothing` where one of the four cells is empty. */
export function sampleSlice(cells: usize, rowBytes: usize, hasEmpty: i32, values: usize): void {
  let x = startX
  let y = startY
  const rightX = stepX
  const rightY = stepY
  const begin = values + ((<usize>first) << 2)
  const end = values + ((<usize>last) << 2)
  // Reading the cells alone first lets the processor wait for many cache lines at the same time.
  let touched: i32 = 0
  for (let to = begin; to <= end; to += 4) {
    touched ^= load<i32>(cells + ((<usize>(x >> 20)) << 1) + <usize>(y >> 20) * rowBytes)
    x += rightX
    y += rightY
  }
  store<i32>(0, touched)
  x = startX
  y = startY
  for (let to = begin; to <= end; to += 4) {
    const at = cells + ((<usize>(x >> 20)) << 1) + <usize>(y >> 20) * rowBytes
    const upper = load<i32>(at)
    const lower = load<i32>(at + rowBytes)
    const fx = <f32>(x & 0xfffff) * fraction
    const fy = <f32>(y & 0xfffff) * fraction
    const a0 = mix(upper, fx)
    let value = a0 + fy * (mix(lower, fx) - a0)
    if (hasEmpty != 0 && (holdsEmpty(upper) || holdsEmpty(lower))) value = nothing
    store<f32>(to, value)
    x += rightX
    y += rightY
  }
}
