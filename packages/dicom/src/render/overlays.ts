import type { StoredPixels } from '../decode/stored-pixels.ts'
import { limits } from '../limits.ts'
import type { DataSet } from '../read/data-set.ts'
import type { ImageDescription } from '../read/image.ts'
import { createBitPlane, findEdges, mergeBits, setBit } from './bit-plane.ts'
import type { BitPlane } from './bit-plane.ts'

/** The element numbers of an overlay plane, in each of the groups 6000 to 601E (PS3.3 C.9.2). */
const elements = {
  rows: 0x00_10,
  columns: 0x00_11,
  numberOfFrames: 0x00_15,
  type: 0x00_40,
  origin: 0x00_50,
  imageFrameOrigin: 0x00_51,
  bitsAllocated: 0x01_00,
  bitPosition: 0x01_02,
  data: 0x30_00,
} as const

const groups = Array.from({ length: 16 }, (_, at) => 0x60_00 + 2 * at)
const tagOf = (group: number, element: keyof typeof elements) =>
  group * 0x1_00_00 + elements[element]

/** An overlay plane that can be drawn; known from the header of a file. */
export interface OverlayDescription {
  readonly group: number
  readonly columns: number
  readonly rows: number
  /** The column and the row of the image, from 0, at which the plane begins; may be negative. */
  readonly left: number
  readonly top: number
  /** A region of interest: only its outline is drawn, because its area would hide the image. */
  readonly isRegion: boolean
  /** The frames of the image that the plane has bits for; undefined if its bits apply to all. */
  readonly frames: { readonly first: number; readonly count: number } | undefined
  /** The bit of the pixel cells that holds the plane; undefined if it has its own data. */
  readonly cellBit: number | undefined
}

const toSigned = (word: number) => (word >= 0x80_00 ? word - 0x1_00_00 : word)

/**
 * The bit of the pixel cells that holds an overlay without data of its own. Retired in 2004, but
 * older files have them. Undefined if the bit belongs to the stored value.
 */
function findCellBit(dataSet: DataSet, group: number, image: ImageDescription) {
  const { bitsAllocated, bitsStored, highBit, samples } = image
  const bit = dataSet.word(tagOf(group, 'bitPosition')) ?? 0
  const isStored = bit <= highBit && bit > highBit - bitsStored
  const isInCell = dataSet.word(tagOf(group, 'bitsAllocated')) === bitsAllocated
  return isInCell && samples === 1 && bit < bitsAllocated && !isStored ? bit : undefined
}

function describeOverlay(
  dataSet: DataSet,
  group: number,
  image: ImageDescription,
): OverlayDescription | undefined {
  const rows = dataSet.word(tagOf(group, 'rows')) ?? 0
  const columns = dataSet.word(tagOf(group, 'columns')) ?? 0
  const [row = 1, column = 1] = dataSet.words(tagOf(group, 'origin')).map(toSigned)
  const count = dataSet.number(tagOf(group, 'numberOfFrames'))
  const first = (dataSet.word(tagOf(group, 'imageFrameOrigin')) ?? 1) - 1
  const shared = { group, isRegion: dataSet.code(tagOf(group, 'type')) === 'R' }
  if ((dataSet.element(tagOf(group, 'data'))?.length ?? 0) > 0) {
    if (rows * columns === 0 || rows * columns > limits.pixels) return undefined
    const frames =
      count === undefined || count < 1 ? undefined : { first, count: Math.trunc(count) }
    return { ...shared, rows, columns, left: column - 1, top: row - 1, frames, cellBit: undefined }
  }
  if (rows * columns === 0) return undefined
  const cellBit = findCellBit(dataSet, group, image)
  // Each pixel cell has one bit of the plane, which is therefore as large as the image.
  const { rows: height, columns: width } = image
  return cellBit === undefined
    ? undefined
    : { ...shared, rows: height, columns: width, left: 0, top: 0, frames: undefined, cellBit }
}

/** The overlay planes of a file that can be drawn. Needs only the header; a bad one is left out. */
export const describeOverlays = (
  dataSet: DataSet,
  image: ImageDescription,
): readonly OverlayDescription[] =>
  groups.flatMap((group) => describeOverlay(dataSet, group, image) ?? [])

/** A plane with the bits of its data; those outside of the image are left out. */
function readData(
  dataSet: DataSet,
  { group, columns, rows, left, top, frames }: OverlayDescription,
  target: BitPlane,
  frame: number,
): void {
  const index = frames ? frame - frames.first : 0
  if (frames && (index < 0 || index >= frames.count)) return
  const tag = tagOf(group, 'data')
  const bytes = dataSet.bytes(tag) ?? new Uint8Array()
  // Big-endian files swap each pair of bytes of words.
  const swap = !dataSet.encoding.isLittleEndian && dataSet.element(tag)?.vr !== 'OB' ? 1 : 0
  const byteAt = (at: number) => bytes[at ^ swap] ?? 0
  const firstRow = Math.max(0, -top)
  const lastRow = Math.min(rows, target.rows - top)
  const first = Math.max(0, left)
  const end = Math.min(target.columns, left + columns)
  for (let row = firstRow; row < lastRow; row++) {
    // The bit of the data that belongs to the column 0 of the image, if there is one.
    const origin = (index * rows + row) * columns - left
    const start = (row + top) * target.stride
    for (let byte = first >> 3; 8 * byte < end; byte++) {
      const bit = origin + 8 * byte
      const at = Math.floor(bit / 8)
      // Bits that the file lacks are not set.
      const eight = (byteAt(at) | (byteAt(at + 1) << 8)) >> (bit - 8 * at)
      const isFromFirst = 8 * byte < first ? 0xff << (first - 8 * byte) : 0xff
      const isBeforeEnd = 8 * byte + 8 > end ? 0xff >> (8 * byte + 8 - end) : 0xff
      const to = start + byte
      target.bits[to] = (target.bits[to] as number) | (eight & isFromFirst & isBeforeEnd)
    }
  }
}

function readCellBits(cells: StoredPixels['cells'], bit: number, target: BitPlane): void {
  const { columns, rows } = target
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      if (((cells[y * columns + x] ?? 0) >>> bit) & 1) setBit(target, x, y)
}

/** The file and the frame that an overlay is read from. */
export interface OverlaySource {
  readonly dataSet: DataSet
  readonly image: ImageDescription
  /** Counts from 0. */
  readonly frame: number
  /** Needed for planes in the pixel cells only. */
  readonly cells: StoredPixels['cells'] | undefined
}

/** Merges overlay planes into one that is as large as the image. */
export function readOverlayPlane(
  { dataSet, image, frame, cells }: OverlaySource,
  overlays: readonly OverlayDescription[],
): BitPlane {
  const merged = createBitPlane(image.columns, image.rows)
  for (const overlay of overlays) {
    const plane = overlay.isRegion ? createBitPlane(image.columns, image.rows) : merged
    if (overlay.cellBit === undefined) readData(dataSet, overlay, plane, frame)
    else if (cells) readCellBits(cells, overlay.cellBit, plane)
    if (plane !== merged) mergeBits(merged, findEdges(plane))
  }
  return merged
}
