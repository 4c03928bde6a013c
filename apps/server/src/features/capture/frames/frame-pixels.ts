/** The pixels of a frame, as many as it says that it has. */
export interface FramePixels {
  readonly width: number
  readonly height: number
  /** 16 bit little endian. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

interface Said {
  readonly width: number
  readonly height: number
}

/**
 * What is missing below is filled with black counts, what is too much is left out: a part of an image
 * is better than a second exposure. Where nobody says how wide it is, it is taken for a square.
 */
export function wholePixels({ width, height }: Said, given: Uint8Array): FramePixels {
  const count = Math.max(1, Math.ceil(given.byteLength / 2))
  const isSaid = width > 0 && height > 0
  const columns = isSaid ? width : Math.ceil(Math.sqrt(count))
  const rows = isSaid ? height : Math.ceil(count / columns)
  const bytes = new Uint8Array(columns * rows * 2)
  bytes.set(given.subarray(0, bytes.byteLength))
  return { width: columns, height: rows, bytes }
}

/** The counts as they are: many where the beam came through, which is shown dark. */
export function plainImage({ width, height, bytes }: FramePixels, bits: number) {
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
