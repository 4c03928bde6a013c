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

/** Whether a bit has a neighbour that is not set, or is at the edge of the image. */
export const isAtEdge = (plane: BitPlane, x: number, y: number): boolean =>
  !hasBit(plane, x - 1, y) ||
  !hasBit(plane, x + 1, y) ||
  !hasBit(plane, x, y - 1) ||
  !hasBit(plane, x, y + 1)

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
