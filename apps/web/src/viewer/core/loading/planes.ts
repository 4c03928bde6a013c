/** A bit plane in full size or downscaled; each row begins with a new byte, lowest bit first. */
export interface PlaneLevel {
  readonly columns: number
  readonly rows: number
  /** Bytes per row. */
  readonly stride: number
  /** Number of pixels of the image per pixel of the level. */
  readonly step: number
  readonly bits: Uint8Array
}

export interface BitPlane {
  /** The full plane first, each further level half as large as the one before. */
  readonly levels: readonly PlaneLevel[]
  /** Parts that were painted before, by their names; null has no bit. */
  readonly tiles: Map<string, HTMLCanvasElement | null>
}

/** The bit planes that lie over an image. */
export interface ImagePlanes {
  /** Overlays of the file, such as side markers. */
  readonly graphics: BitPlane | undefined
  /** Pixels that a bitmap shutter covers. */
  readonly covered: BitPlane | undefined
  readonly bytes: number
}

/** For each byte, every second of its bits, next to each other. */
const everySecond = Uint8Array.from({ length: 256 }, (_, byte) =>
  [0, 1, 2, 3].reduce((bits, at) => bits | (((byte >> (2 * at)) & 1) << at), 0),
)

/** Halves the size: a bit is set if one of its four is, so that thin lines stay visible. */
export function halvePlane({ columns, rows, stride, step, bits }: PlaneLevel): PlaneLevel {
  const width = Math.ceil(columns / 2)
  const height = Math.ceil(rows / 2)
  const half = Math.ceil(width / 8)
  const merged = new Uint8Array(half * height)
  for (let row = 0; row < height; row++) {
    const upper = 2 * row * stride
    const lower = 2 * row + 1 < rows ? upper + stride : upper
    const merge = (byte: number) => {
      if (byte >= stride) return 0
      const both = (bits[upper + byte] as number) | (bits[lower + byte] as number)
      return everySecond[both | (both >> 1)] as number
    }
    for (let byte = 0; byte < half; byte++)
      merged[row * half + byte] = merge(2 * byte) | (merge(2 * byte + 1) << 4)
  }
  return { columns: width, rows: height, stride: half, step: 2 * step, bits: merged }
}

export const hasBit = ({ columns, rows, stride, bits }: PlaneLevel, x: number, y: number) =>
  x >= 0 &&
  y >= 0 &&
  x < columns &&
  y < rows &&
  (((bits[y * stride + (x >> 3)] as number) >> (x & 7)) & 1) === 1

/** No level needs to be smaller than this, in pixels. */
const smallest = 192

function createPlane(bits: Uint8Array, columns: number, rows: number): BitPlane {
  const levels: PlaneLevel[] = [{ columns, rows, stride: Math.ceil(columns / 8), step: 1, bits }]
  for (let last = levels[0]; last && Math.max(last.columns, last.rows) > smallest;) {
    last = halvePlane(last)
    levels.push(last)
  }
  return { levels, tiles: new Map() }
}

/** The planes that a file or a presentation state has. */
interface PlaneNames {
  readonly graphics: boolean
  readonly shutter: boolean
  readonly perFrame?: boolean
}

/** Reads the planes of the server: graphics, then the shutter, if the metadata announces them. */
export function readPlanes(
  file: ArrayBuffer,
  { graphics, shutter }: PlaneNames,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): ImagePlanes {
  const length = Math.ceil(columns / 8) * rows
  if (file.byteLength < length * (Number(graphics) + Number(shutter)))
    throw new Error('fewer overlays than announced')
  const read = (at: number) => createPlane(new Uint8Array(file, at, length), columns, rows)
  return {
    graphics: graphics ? read(0) : undefined,
    covered: shutter ? read(graphics ? length : 0) : undefined,
    bytes: Math.round((file.byteLength * 4) / 3),
  }
}
