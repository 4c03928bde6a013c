/** The sample values of a frame, exactly as many as its size requires. */
export interface FramePixels {
  readonly width: number
  readonly height: number
  /** The rows that arrived completely. */
  readonly receivedRows: number
  /** 16 bit little endian. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

interface FrameSize {
  readonly width: number
  readonly height: number
}

/**
 * Pads a short frame with zero counts and cuts a long one: a part of an image is better than a
 * second exposure. A frame without a size is treated as a square.
 */
export function fitPixels({ width, height }: FrameSize, received: Uint8Array): FramePixels {
  const count = Math.max(1, Math.ceil(received.byteLength / 2))
  const hasSize = width > 0 && height > 0
  const columns = hasSize ? width : Math.ceil(Math.sqrt(count))
  const rows = hasSize ? height : Math.ceil(count / columns)
  const bytes = new Uint8Array(columns * rows * 2)
  bytes.set(received.subarray(0, bytes.byteLength))
  const receivedRows = Math.min(rows, Math.floor(received.byteLength / (2 * columns)))
  return { width: columns, height: rows, receivedRows, bytes }
}

/** An image of the unprocessed counts. They are high where the beam passed, which is shown dark. */
export function createCountImage({ width, height, bytes }: FramePixels, bits: number) {
  const counts = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let lowest = 65_535
  let highest = 0
  for (let at = 0; at < bytes.byteLength; at += 2) {
    const value = counts.getUint16(at, true)
    if (value < lowest) lowest = value
    if (value > highest) highest = value
  }
  const needed = Math.max(8, Math.ceil(Math.log2(highest + 1)))
  return {
    rows: height,
    columns: width,
    bitsStored: Math.min(16, Math.max(bits, needed)),
    photometric: 'MONOCHROME1' as const,
    pixels: bytes,
    window: { center: (lowest + highest + 1) / 2, width: Math.max(1, highest - lowest + 1) },
  }
}
