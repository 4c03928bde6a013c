/** One bit per pixel, as large as its image. Each row begins with a new byte, lowest bit first. */
export interface BitPlane {
  readonly columns: number
  readonly rows: number
  /** Bytes per row. */
  readonly stride: number
  readonly bits: Uint8Array
}

export function createBitPlane(columns: number, rows: number): BitPlane {
  const stride = Math.ceil(columns / 8)
  return { columns, rows, stride, bits: new Uint8Array(stride * rows) }
}

export const hasBit = ({ columns, rows, stride, bits }: BitPlane, x: number, y: number): boolean =>
  x >= 0 &&
  y >= 0 &&
  x < columns &&
  y < rows &&
  (((bits[y * stride + (x >> 3)] ?? 0) >> (x & 7)) & 1) === 1

export function setBit({ stride, bits }: BitPlane, x: number, y: number): void {
  const at = y * stride + (x >> 3)
  bits[at] = (bits[at] ?? 0) | (1 << (x & 7))
}

/** Calls back for each bit that is set, row by row; bytes of zeros, which are most, cost nothing. */
export function forEachBit(
  { columns, rows, stride, bits }: BitPlane,
  found: (x: number, y: number) => void,
): void {
  for (let y = 0; y < rows; y++) {
    for (let byte = 0; byte < stride; byte++) {
      const eight = bits[y * stride + byte] as number
      if (eight === 0) continue
      for (let bit = 0; bit < 8; bit++) {
        const x = 8 * byte + bit
        if ((eight >> bit) & 1 && x < columns) found(x, y)
      }
    }
  }
}

/** The bytes of a row and of its neighbours, joined bit by bit; rows outside of the plane are 0. */
function mapRows(
  plane: BitPlane,
  join: (middle: number, left: number, right: number, above: number, below: number) => number,
): BitPlane {
  const { rows, stride, bits } = plane
  const mapped = new Uint8Array(bits.length)
  for (let row = 0; row < rows; row++) {
    const start = row * stride
    for (let byte = 0; byte < stride; byte++) {
      const at = start + byte
      const middle = bits[at] as number
      const before = byte > 0 ? (bits[at - 1] as number) : 0
      const after = byte + 1 < stride ? (bits[at + 1] as number) : 0
      const left = (middle << 1) | (before >> 7)
      const right = (middle >> 1) | (after << 7)
      const above = row > 0 ? (bits[at - stride] as number) : 0
      const below = row + 1 < rows ? (bits[at + stride] as number) : 0
      mapped[at] = join(middle, left, right, above, below)
    }
  }
  return { ...plane, bits: mapped }
}

/** The bits that have a neighbour that is not set, or are at the edge of the image. */
export const findEdges = (plane: BitPlane): BitPlane =>
  mapRows(plane, (middle, left, right, above, below) => middle & ~(left & right & above & below))

/** Sets the bits around each set bit too, up to a distance. */
export function growBits(plane: BitPlane, distance: number): BitPlane {
  let grown = plane
  for (let step = 0; step < distance; step++) {
    const wide = mapRows(grown, (middle, left, right) => middle | left | right)
    grown = mapRows(wide, (middle, _left, _right, above, below) => middle | above | below)
  }
  return grown
}

/** Sets the bits of another plane of the same size too. */
export function mergeBits({ bits }: BitPlane, other: BitPlane): void {
  for (let at = 0; at < bits.length; at++)
    bits[at] = (bits[at] as number) | (other.bits[at] as number)
}

/**
 * Scales a plane. A bit of the result is set if any bit of its area is: a thin line and a small
 * letter stay visible in a thumbnail, in which they would fade if they were averaged. /
 */
export function scaleBitPlane(plane: BitPlane, columns: number, rows: number): BitPlane {
  if (plane.columns === columns && plane.rows === rows) return plane
  const scaled = createBitPlane(columns, rows)
  const across = plane.columns / columns
  const down = plane.rows / rows
  const merged = new Uint8Array(plane.stride)
  const line: BitPlane = { columns: plane.columns, rows: 1, stride: plane.stride, bits: merged }
  for (let y = 0; y < rows; y++) {
    merged.fill(0)
    // The rounding of the division must neither lose the last row nor add one.
    const last = Math.min(plane.rows, Math.ceil((y + 1) * down - 1e-6))
    for (let row = Math.min(last - 1, Math.floor(y * down + 1e-6)); row < last; row++) {
      const start = row * plane.stride
      for (let at = 0; at < plane.stride; at++)
        merged[at] = (merged[at] as number) | (plane.bits[start + at] as number)
    }
    if (across >= 1) {
      forEachBit(line, (x) => setBit(scaled, Math.min(columns - 1, Math.floor(x / across)), y))
    } else if (merged.some((byte) => byte !== 0)) {
      for (let x = 0; x < columns; x++)
        if (hasBit(line, Math.floor(x * across), 0)) setBit(scaled, x, y)
    }
  }
  return scaled
}
