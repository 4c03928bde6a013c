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

/**
 * Writes `width` × `height` pixels. `cut` has 12 numbers (f64): the start, and the steps to the
 * right, down, and to the next layer, each as column, row and place. `work` has 8 bytes for each
 * pixel of a row. Modes: 0 maximum, 1 minimum, 2 mean.
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
  work: usize,
  target: usize,
): void {
  const rowBytes = (<usize>columns) << 1
  const highestX = <f64>(columns - 1)
  const highestY = <f64>(rows - 1)
  const limitX = ((columns - 1) << 20) - 1
  const limitY = ((rows - 1) << 20) - 1
  const lastEntry = table + <usize>max(0, entries - 2) * entryBytes
  const lowestZ = <f64>load<i32>(table)
  const highestZ = <f64>load<i32>(lastEntry + entryBytes)
  const toleranceZ = (highestZ - lowestZ) * 1e-7
  const rightX = load<f64>(cut, 24)
  const rightY = load<f64>(cut, 32)
  const rightZ = load<f64>(cut, 40)
  const stepX = <i32>nearest(rightX * one)
  const stepY = <i32>nearest(rightY * one)
  const stepZ = <i32>nearest(rightZ)
  const counts = work + ((<usize>width) << 2)
  for (let row = 0; row < height; row++) {
    memory.fill(counts, 0, (<usize>width) << 2)
    for (let layer = 0; layer < layers; layer++) {
      const along = <f64>layer - <f64>(layers - 1) * 0.5
      const startX = load<f64>(cut) + <f64>row * load<f64>(cut, 48) + along * load<f64>(cut, 72)
      const startY = load<f64>(cut, 8) + <f64>row * load<f64>(cut, 56) + along * load<f64>(cut, 80)
      const startZ = load<f64>(cut, 16) + <f64>row * load<f64>(cut, 64) + along * load<f64>(cut, 88)
      clipFrom = 0
      clipTo = entries < 2 ? -1 : <f64>(width - 1)
      clip(startX, rightX, -tolerance, highestX + tolerance)
      clip(startY, rightY, -tolerance, highestY + tolerance)
      clip(startZ, rightZ, lowestZ - toleranceZ, highestZ + toleranceZ)
      if (!(clipTo >= clipFrom)) continue
      const first = <i32>ceil(clipFrom)
      const last = <i32>floor(clipTo)
      if (last < first) continue
      let x = <i32>nearest((startX + <f64>first * rightX) * one)
      let y = <i32>nearest((startY + <f64>first * rightY) * one)
      let z = <i32>nearest(startZ + <f64>first * rightZ)
      let entry = table
      for (let column = first; column <= last; column++) {
        while (entry < lastEntry && z >= load<i32>(entry, 24)) entry += entryBytes
        while (entry > table && z < load<i32>(entry)) entry -= entryBytes
        const inX = max(0, min(limitX, x))
        const inY = max(0, min(limitY, y))
        const fz = max<f32>(0, min<f32>(1, <f32>(z - load<i32>(entry)) * load<f32>(entry, 8)))
        const value = work + ((<usize>column) << 2)
        const isOnSlice = fz == 0 || fz == 1
        if (load<i32>(entry, 20) != 0 && !isOnSlice) {
          store<i32>(
            counts + ((<usize>column) << 2),
            load<i32>(counts + ((<usize>column) << 2)) | gapFlag,
          )
        } else {
          const inside = ((<usize>(inX >> 20)) << 1) + <usize>(inY >> 20) * rowBytes
          const near = <usize>load<u32>(entry, 4) + inside
          const far = <usize>load<u32>(entry, 28) + inside
          const v0 = <i32>load<i16>(near)
          const v1 = <i32>load<i16>(near, 2)
          const v2 = <i32>load<i16>(near + rowBytes)
          const v3 = <i32>load<i16>(near + rowBytes, 2)
          const v4 = <i32>load<i16>(far)
          const v5 = <i32>load<i16>(far, 2)
          const v6 = <i32>load<i16>(far + rowBytes)
          const v7 = <i32>load<i16>(far + rowBytes, 2)
          const fx = <f32>(inX & 0xfffff) * fraction
          const fy = <f32>(inY & 0xfffff) * fraction
          let sample: f32 = 0
          let isEmpty = false
          if (
            hasEmpty != 0 &&
            min(min(min(v0, v1), min(v2, v3)), min(min(v4, v5), min(v6, v7))) == empty
          ) {
            // Padding is no value to interpolate with: the nearest voxel decides.
            const isRight = fx >= 0.5
            const isLow = fy >= 0.5
            const isFar = fz >= 0.5
            const cell = isFar
              ? isLow
                ? isRight
                  ? v7
                  : v6
                : isRight
                  ? v5
                  : v4
              : isLow
                ? isRight
                  ? v3
                  : v2
                : isRight
                  ? v1
                  : v0
            isEmpty = cell == empty
            sample = isFar
              ? <f32>cell * load<f32>(entry, 36) + load<f32>(entry, 40)
              : <f32>cell * load<f32>(entry, 12) + load<f32>(entry, 16)
          } else {
            const a0 = <f32>v0 + fx * <f32>(v1 - v0)
            const a1 = <f32>v2 + fx * <f32>(v3 - v2)
            const b0 = <f32>v4 + fx * <f32>(v5 - v4)
            const b1 = <f32>v6 + fx * <f32>(v7 - v6)
            const a = (a0 + fy * (a1 - a0)) * load<f32>(entry, 12) + load<f32>(entry, 16)
            const b = (b0 + fy * (b1 - b0)) * load<f32>(entry, 36) + load<f32>(entry, 40)
            sample = a + fz * (b - a)
          }
          if (!isEmpty) {
            const count = counts + ((<usize>column) << 2)
            const before = load<i32>(count)
            if ((before & ~gapFlag) == 0) store<f32>(value, sample)
            else if (mode == 0) store<f32>(value, max(load<f32>(value), sample))
            else if (mode == 1) store<f32>(value, min(load<f32>(value), sample))
            else store<f32>(value, load<f32>(value) + sample)
            store<i32>(count, before + 1)
          }
        }
        x += stepX
        y += stepY
        z += stepZ
      }
    }
    const to = target + <usize>(row * width) * 2
    for (let column = 0; column < width; column++) {
      const count = load<i32>(counts + ((<usize>column) << 2))
      const measured = count & ~gapFlag
      let pixel: i32 = count == 0 ? empty : gap
      if (measured > 0) {
        const sum = load<f32>(work + ((<usize>column) << 2))
        const value = mode == 2 ? sum / <f32>measured : sum
        pixel = <i32>nearest(max<f32>(-32766, min<f32>(32767, value)))
      }
      store<i16>(to + ((<usize>column) << 1), <i16>pixel)
    }
  }
}
