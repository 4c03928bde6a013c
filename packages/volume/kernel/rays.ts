// Casts parallel rays through the copy of 8 bits: trilinear values, opacity and colour by tables,
// light by the gradient of the cell, an early end, and leaps over blocks in which nothing is visible.

/** Maxima of blocks of 8³ cells and one cell beyond, which a sample at the border reads. */
export function findBlockMaxima(
  cells: usize,
  columns: i32,
  rows: i32,
  layers: i32,
  target: usize,
): void {
  const blocksX = (columns + 7) >> 3
  const blocksY = (rows + 7) >> 3
  const blocksZ = (layers + 7) >> 3
  let to = target
  for (let bz = 0; bz < blocksZ; bz++)
    for (let by = 0; by < blocksY; by++)
      for (let bx = 0; bx < blocksX; bx++) {
        let largest: u32 = 0
        const endZ = min(layers, (bz << 3) + 9)
        const endY = min(rows, (by << 3) + 9)
        const endX = min(columns, (bx << 3) + 9)
        for (let z = bz << 3; z < endZ; z++)
          for (let y = by << 3; y < endY; y++) {
            const row = cells + <usize>((z * rows + y) * columns)
            for (let x = bx << 3; x < endX; x++)
              largest = max(largest, <u32>load<u8>(row + <usize>x))
          }
        store<u8>(to, <u8>largest)
        to++
      }
}

/** Steps to the end of a block of 8 along one axis. */
function leap(position: f32, block: i32, step: f32): f32 {
  if (step > 0) return (<f32>((block + 1) << 3) - position) / step
  if (step < 0) return (<f32>(block << 3) - position) / step
  return 1e9
}

let enter: f32 = 0
let leave: f32 = 0
function clip(start: f32, step: f32, lowest: f32, highest: f32): void {
  if (step == 0) {
    if (start < lowest || start > highest) leave = -1
    return
  }
  const first = (lowest - start) / step
  const second = (highest - start) / step
  enter = max(enter, min(first, second))
  leave = min(leave, max(first, second))
}

/**
 * Writes the rows from `firstRow` to before `endRow` as RGBA. `view` has 24 numbers (f32): start,
 * steps to the right and down, step of a ray, direction of the light, factors of the gradient, and
 * the lowest and highest cell of the clipping box. `tables` has 4 × 256 numbers (f32): opacity of a
 * step, red, green, blue (0 to 255).
 */
export function castRays(
  cells: usize,
  columns: i32,
  rows: i32,
  blocks: usize,
  tables: usize,
  lowestVisible: i32,
  view: usize,
  width: i32,
  firstRow: i32,
  endRow: i32,
  target: usize,
): void {
  const rowCells = <usize>columns
  const layerCells = <usize>(columns * rows)
  const blocksX = (columns + 7) >> 3
  const blocksY = (rows + 7) >> 3
  const stepX = load<f32>(view, 36)
  const stepY = load<f32>(view, 40)
  const stepZ = load<f32>(view, 44)
  const lightX = load<f32>(view, 48)
  const lightY = load<f32>(view, 52)
  const lightZ = load<f32>(view, 56)
  const factorX = load<f32>(view, 60)
  const factorY = load<f32>(view, 64)
  const factorZ = load<f32>(view, 68)
  const lowestX = load<f32>(view, 72)
  const lowestY = load<f32>(view, 76)
  const lowestZ = load<f32>(view, 80)
  const highestX = load<f32>(view, 84)
  const highestY = load<f32>(view, 88)
  const highestZ = load<f32>(view, 92)
  let to = target
  for (let row = firstRow; row < endRow; row++)
    for (let column = 0; column < width; column++) {
      const c = <f32>column
      const r = <f32>row
      const startX = load<f32>(view) + c * load<f32>(view, 12) + r * load<f32>(view, 24)
      const startY = load<f32>(view, 4) + c * load<f32>(view, 16) + r * load<f32>(view, 28)
      const startZ = load<f32>(view, 8) + c * load<f32>(view, 20) + r * load<f32>(view, 32)
      enter = 0
      leave = 1e9
      clip(startX, stepX, lowestX, highestX)
      clip(startY, stepY, lowestY, highestY)
      clip(startZ, stepZ, lowestZ, highestZ)
      let opacity: f32 = 0
      let red: f32 = 0
      let green: f32 = 0
      let blue: f32 = 0
      let step = <i32>ceil(enter)
      const end = leave >= enter ? <i32>floor(leave) : -1
      while (step <= end) {
        const t = <f32>step
        const x = max<f32>(lowestX, min<f32>(highestX, startX + t * stepX))
        const y = max<f32>(lowestY, min<f32>(highestY, startY + t * stepY))
        const z = max<f32>(lowestZ, min<f32>(highestZ, startZ + t * stepZ))
        const cellX = <i32>x
        const cellY = <i32>y
        const cellZ = <i32>z
        const block =
          blocks + <usize>(((cellZ >> 3) * blocksY + (cellY >> 3)) * blocksX + (cellX >> 3))
        if (<i32>load<u8>(block) < lowestVisible) {
          const steps = min(
            leap(x, cellX >> 3, stepX),
            min(leap(y, cellY >> 3, stepY), leap(z, cellZ >> 3, stepZ)),
          )
          step += max(1, <i32>ceil(steps + <f32>1e-4))
          continue
        }
        const fx = x - <f32>cellX
        const fy = y - <f32>cellY
        const fz = z - <f32>cellZ
        const near = cells + <usize>cellX + <usize>cellY * rowCells + <usize>cellZ * layerCells
        const far = near + layerCells
        const v0 = <f32>load<u8>(near)
        const v1 = <f32>load<u8>(near, 1)
        const v2 = <f32>load<u8>(near + rowCells)
        const v3 = <f32>load<u8>(near + rowCells, 1)
        const v4 = <f32>load<u8>(far)
        const v5 = <f32>load<u8>(far, 1)
        const v6 = <f32>load<u8>(far + rowCells)
        const v7 = <f32>load<u8>(far + rowCells, 1)
        const p00 = v0 + fx * (v1 - v0)
        const p10 = v2 + fx * (v3 - v2)
        const p01 = v4 + fx * (v5 - v4)
        const p11 = v6 + fx * (v7 - v6)
        const q0 = p00 + fy * (p10 - p00)
        const q1 = p01 + fy * (p11 - p01)
        const entry = tables + ((<usize>(<i32>(q0 + fz * (q1 - q0)))) << 2)
        const alpha = load<f32>(entry)
        if (alpha > 0) {
          const e0 = v1 - v0 + fy * (v3 - v2 - (v1 - v0))
          const e1 = v5 - v4 + fy * (v7 - v6 - (v5 - v4))
          const gradientX = (e0 + fz * (e1 - e0)) * factorX
          const gradientY = (p10 - p00 + fz * (p11 - p01 - (p10 - p00))) * factorY
          const gradientZ = (q1 - q0) * factorZ
          const length = sqrt<f32>(
            gradientX * gradientX + gradientY * gradientY + gradientZ * gradientZ,
          )
          let light: f32 =
            -(gradientX * lightX + gradientY * lightY + gradientZ * lightZ) / (length + <f32>0.001)
          if (light < 0) light = -light * <f32>0.3
          const share = alpha * (1 - opacity)
          const shade = (<f32>0.35 + <f32>0.65 * light) * share
          red += load<f32>(entry, 1024) * shade
          green += load<f32>(entry, 2048) * shade
          blue += load<f32>(entry, 3072) * shade
          opacity += share
          if (opacity > 0.97) break
        }
        step++
      }
      const r8 = min<u32>(255, <u32>red)
      const g8 = min<u32>(255, <u32>green)
      const b8 = min<u32>(255, <u32>blue)
      store<u32>(to, 0xff000000 | (b8 << 16) | (g8 << 8) | r8)
      to += 4
    }
}
