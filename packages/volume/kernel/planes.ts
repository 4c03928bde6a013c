// Cuts planes and slabs out of a volume. Columns and rows are fixed-point numbers of 20 bits;
// places along the normal are fixed-point numbers whose unit the caller chooses, because slices may
// lie at any distance from each other.

/** A cell without a measurement. */
const empty: i32 = -32768
/** A pixel between slices where others are missing. */
const gap: i32 = -32767
const gapFlag: i32 = 1 << 30
const one: f64 = 1048576.0
const fraction: f32 = 1.0 / 1048576.0
/** Rounding must not lose the outermost voxels. */
const tolerance: f64 = 0.002

/**
 * An entry for each slice that is there: its place (i32), the address of its cells (u32), the
 * inverse of the distance to the next one (f32), scale and shift of its cells (f32), and whether
 * slices are missing behind it (i32).
 */
const entryBytes: usize = 24

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

/** Marks the halves of a word that are below -16384: cells that may be empty. */
function suspect(word: i32): i32 {
  return word & ~(word << 1) & 0x80008000
}

/** The value of the nearest of eight voxels, of which some are empty; `nothing` if it is empty. */
const nothing: f32 = -1e30
function takeNearest(
  near: usize,
  far: usize,
  rowBytes: usize,
  fx: f32,
  fy: f32,
  fz: f32,
  entry: usize,
): f32 {
  const inside = (fx >= 0.5 ? <usize>2 : 0) + (fy >= 0.5 ? rowBytes : 0)
  const isFar = fz >= 0.5
  const cell = <i32>load<i16>((isFar ? far : near) + inside)
  if (cell == empty) return nothing
  return isFar
    ? <f32>cell * load<f32>(entry, 36) + load<f32>(entry, 40)
    : <f32>cell * load<f32>(entry, 12) + load<f32>(entry, 16)
}

/** Fixed-point steps that cannot leave the range between the first and the last sample. */
function divideSteps(first: i32, last: i32, count: i32): i32 {
  return count > 0 ? (last - first) / count : 0
}
function toFixed(value: f64, highest: i32): i32 {
  return <i32>max<f64>(0, min<f64>(<f64>highest, nearest(value)))
}

/**
 * Writes `width` × `height` pixels. `cut` has 12 numbers (f64): the start, and the steps to the
 * right, down, and to the next layer, each as column, row and place. `work` has 8 bytes for each
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
  const highestX = <f64>(columns - 1)
  const highestY = <f64>(rows - 1)
  const limitX = ((columns - 1) << 20) - 1
  const limitY = ((rows - 1) << 20) - 1
  const lastEntry = table + <usize>max(0, entries - 2) * entryBytes
  const lowestZ = load<i32>(table)
  const highestZ = load<i32>(lastEntry + entryBytes)
  const toleranceZ = <f64>(highestZ - lowestZ) * 1e-7
  const rightX = load<f64>(cut, 24)
  const rightY = load<f64>(cut, 32)
  const rightZ = load<f64>(cut, 40)
  const counts = work + ((<usize>width) << 2)
  const start: f32 = mode == 0 ? nothing : mode == 1 ? -nothing : 0
  for (let row = 0; row < height; row++) {
    memory.fill(counts, 0, (<usize>width) << 2)
    for (let column = 0; column < width; column++) store<f32>(work + ((<usize>column) << 2), start)
    for (let layer = 0; layer < layers; layer++) {
      const along = <f64>layer - <f64>(layers - 1) * 0.5
      const startX = load<f64>(cut) + <f64>row * load<f64>(cut, 48) + along * load<f64>(cut, 72)
      const startY = load<f64>(cut, 8) + <f64>row * load<f64>(cut, 56) + along * load<f64>(cut, 80)
      const startZ = load<f64>(cut, 16) + <f64>row * load<f64>(cut, 64) + along * load<f64>(cut, 88)
      clipFrom = 0
      clipTo = entries < 2 ? -1 : <f64>(width - 1)
      clip(startX, rightX, -tolerance, highestX + tolerance)
      clip(startY, rightY, -tolerance, highestY + tolerance)
      clip(startZ, rightZ, <f64>lowestZ - toleranceZ, <f64>highestZ + toleranceZ)
      if (!(clipTo >= clipFrom)) continue
      const first = <i32>ceil(clipFrom)
      const last = <i32>floor(clipTo)
      if (last < first) continue
      const steps = last - first
      let x = toFixed((startX + <f64>first * rightX) * one, limitX)
      let y = toFixed((startY + <f64>first * rightY) * one, limitY)
      let z = max(lowestZ, toFixed(startZ + <f64>first * rightZ, highestZ))
      const stepX = divideSteps(x, toFixed((startX + <f64>last * rightX) * one, limitX), steps)
      const stepY = divideSteps(y, toFixed((startY + <f64>last * rightY) * one, limitY), steps)
      const endZ = max(lowestZ, toFixed(startZ + <f64>last * rightZ, highestZ))
      const stepZ = divideSteps(z, endZ, steps)
      let entry = table
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
          while (entry < lastEntry && z >= load<i32>(entry, 24)) entry += entryBytes
          while (entry > table && z < load<i32>(entry)) entry -= entryBytes
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
        if (isGap && fz > 0 && fz < <f32>0.999999) {
          const count = value + ((<usize>width) << 2)
          store<i32>(count, load<i32>(count) | gapFlag)
        } else {
          const inside = ((<usize>(x >> 20)) << 1) + <usize>(y >> 20) * rowBytes
          const near = nearCells + inside
          const far = farCells + inside
          // Two neighbouring cells at once.
          const w0 = load<i32>(near)
          const w1 = load<i32>(near + rowBytes)
          const w2 = load<i32>(far)
          const w3 = load<i32>(far + rowBytes)
          const fx = <f32>(x & 0xfffff) * fraction
          const fy = <f32>(y & 0xfffff) * fraction
          let sample: f32
          if (
            hasEmpty != 0 &&
            (suspect(w0) | suspect(w1) | suspect(w2) | suspect(w3)) != 0 &&
            (min(<i32>(<i16>w0), w0 >> 16) == empty ||
              min(<i32>(<i16>w1), w1 >> 16) == empty ||
              min(<i32>(<i16>w2), w2 >> 16) == empty ||
              min(<i32>(<i16>w3), w3 >> 16) == empty)
          ) {
            // Padding is no value to interpolate with: the nearest voxel decides.
            sample = takeNearest(near, far, rowBytes, fx, fy, fz, entry)
          } else {
            const v0 = <i32>(<i16>w0)
            const v2 = <i32>(<i16>w1)
            const v4 = <i32>(<i16>w2)
            const v6 = <i32>(<i16>w3)
            const a0 = <f32>v0 + fx * <f32>((w0 >> 16) - v0)
            const a1 = <f32>v2 + fx * <f32>((w1 >> 16) - v2)
            const b0 = <f32>v4 + fx * <f32>((w2 >> 16) - v4)
            const b1 = <f32>v6 + fx * <f32>((w3 >> 16) - v6)
            const a = (a0 + fy * (a1 - a0)) * nearScale + nearShift
            const b = (b0 + fy * (b1 - b0)) * farScale + farShift
            sample = a + fz * (b - a)
          }
          if (mode == 0) store<f32>(value, max(load<f32>(value), sample))
          else if (sample != nothing) {
            if (mode == 1) store<f32>(value, min(load<f32>(value), sample))
            else {
              const count = value + ((<usize>width) << 2)
              store<f32>(value, load<f32>(value) + sample)
              store<i32>(count, load<i32>(count) + 1)
            }
          }
        }
        x += stepX
        y += stepY
        z += stepZ
      }
    }
    let to = target + ((<usize>(isTransposed ? row : row * width)) << 1)
    const apart: i32 = isTransposed ? height : 1
    const toNext = (<usize>apart) << 1
    for (let column = 0; column < width; column++) {
      const count = load<i32>(counts + ((<usize>column) << 2))
      const measured = count & ~gapFlag
      let value = load<f32>(work + ((<usize>column) << 2))
      let pixel: i32 = count >= gapFlag ? gap : empty
      if (mode == 2 ? measured > 0 : value != start) {
        if (mode == 2) value /= <f32>measured
        pixel = <i32>nearest(max<f32>(-32766, min<f32>(32767, value)))
      }
      store<i16>(to, <i16>pixel)
      to += toNext
    }
  }
}
