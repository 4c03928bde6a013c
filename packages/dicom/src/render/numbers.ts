import { decodeCoded, decodeFrame } from '../decode/decode-frame.ts'
import type { Cells, StoredPixels } from '../decode/stored-pixels.ts'
import { frameInSpan, frameSpan } from '../read/frame-span.ts'
import type { FrameSpan } from '../read/frame-span.ts'
import type { DicomHead } from '../read/head.ts'
import { describeImage } from '../read/image.ts'
import type { ImageDescription } from '../read/image.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { paletteColours, trueColours } from './colour.ts'
import { coarseningOf, isGrey } from './display.ts'
import type { Coarsening } from './display.ts'
import { storedValue } from './grey.ts'
import { lookUp } from './lookup-table.ts'
import { modalityStep } from './modality.ts'

const bytesOf = ({ buffer, byteOffset, byteLength }: Cells) =>
  new Uint8Array(buffer, byteOffset, byteLength)

const isAsStored = ({ cells, bits, shift }: StoredPixels, width: 8 | 16) =>
  shift === 0 && bits === width && cells.BYTES_PER_ELEMENT * 8 === width

function coarseNumbers(pixels: StoredPixels, { lowest, step }: Coarsening): Uint16Array {
  const stored = storedValue(pixels)
  // Of another frame than the first, values may lie outside of its range.
  return Uint16Array.from(pixels.cells, (cell) =>
    Math.min(65_535, Math.max(0, Math.round((stored(cell) - lowest) / step))),
  )
}

/** What each cell means, by a table of everything that a cell can be. */
function numbersBy(
  { cells }: StoredPixels,
  width: 8 | 16,
  numberOf: (cell: number) => number,
): Uint8Array {
  const numbers = width === 8 ? new Uint8Array(cells.length) : new Uint16Array(cells.length)
  if (cells instanceof Uint32Array) {
    for (let at = 0; at < cells.length; at++) numbers[at] = numberOf(cells[at] ?? 0)
    return bytesOf(numbers)
  }
  const table = new Uint16Array(cells instanceof Uint8Array ? 256 : 65_536)
  for (let cell = 0; cell < table.length; cell++) table[cell] = numberOf(cell)
  for (let at = 0; at < cells.length; at++) numbers[at] = table[cells[at] ?? 0] ?? 0
  return bytesOf(numbers)
}

/**
 * The numbers of one frame, little endian and without a loss; `displayOf` tells how many bytes each has
 * and how they are shown. A window onto the file where they lie in it like that.
 */
export async function frameNumbers(file: DicomFile, index: number): Promise<Uint8Array> {
  const image = describeImage(file.dataSet)
  const pixels = await decodeFrame(file, image, index)
  return numbersOf(file, image, pixels, index)
}

/** The same of a frame whose bytes were read by themselves, with the head of its file: see `frameApart`. */
export async function numbersApart(
  head: DicomHead,
  index: number,
  bytes: Uint8Array,
  hasHeaders: boolean,
): Promise<Uint8Array> {
  const image = describeImage(head.dataSet)
  const isEncapsulated = head.pixelData?.length === undefined
  const fragments = [hasHeaders ? frameInSpan(bytes) : bytes]
  const pixels = await decodeCoded(head, image, { isEncapsulated, fragments, startBit: 0 })
  return numbersOf(head, image, pixels, index)
}

async function numbersOf(
  file: DicomFile,
  image: ImageDescription,
  pixels: StoredPixels,
  index: number,
): Promise<Uint8Array> {
  if (pixels.photometric === 'PALETTE COLOR') return paletteColours(file.dataSet, pixels)
  if (pixels.samples === 3) return trueColours(pixels)
  const coarsening = await coarseningOf(file, image)
  const { table } = modalityStep(file.dataSet, index, pixels.isSigned)
  const stored = storedValue(pixels)
  if (table)
    return numbersBy(pixels, table.bits > 8 ? 16 : 8, (cell) => lookUp(table, stored(cell)))
  if (coarsening) return bytesOf(coarseNumbers(pixels, coarsening))
  const width = image.bitsAllocated <= 8 ? 8 : 16
  return isAsStored(pixels, width) ? bytesOf(pixels.cells) : numbersBy(pixels, width, stored)
}

/** Which bits of a cell are its value. */
export interface CellBits {
  readonly width: 8 | 16
  readonly bits: number
  readonly shift: number
  readonly isSigned: boolean
}

/** Numbers that lie in a file as `frameNumbers` gives them, but for bits that `cutCells` takes away. */
export interface PlainNumbers extends FrameSpan {
  /** Nothing where every bit belongs to its number. */
  readonly cells: CellBits | undefined
}

/** Nothing where they have to be unpacked, turned or looked up: from the head alone. */
export function plainNumbers(head: DicomHead, index: number): PlainNumbers | undefined {
  const { dataSet, transferSyntax, pixelData } = head
  const image = describeImage(dataSet)
  const { bitsAllocated, bitsStored, highBit, isSigned } = image
  if (!transferSyntax.isLittleEndian || transferSyntax.coding !== 'native') return undefined
  const isPlainColour = image.photometric === 'RGB' && !image.isPlanar && bitsStored === 8
  const hasWidth = bitsAllocated === 8 || (bitsAllocated === 16 && isGrey(image))
  if (pixelData?.length === undefined || !hasWidth) return undefined
  if (!isPlainColour && !isGrey(image)) return undefined
  if (modalityStep(dataSet, index, isSigned).table) return undefined
  const span = frameSpan(head, index)
  const shift = highBit + 1 - bitsStored
  const isWhole = shift === 0 && bitsStored === bitsAllocated
  const cells = { width: bitsAllocated, bits: bitsStored, shift, isSigned } as const
  return span && { ...span, cells: isWhole ? undefined : cells }
}

/** Bits that do not belong to the numbers, such as those of an overlay, are taken away in their place. */
export function cutCells(bytes: Uint8Array, { width, bits, shift, isSigned }: CellBits): void {
  const cells =
    width === 8 ? bytes : new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 1)
  const left = 32 - shift - bits
  const right = 32 - bits
  // Two loops: asking for the sign at each cell takes as long as all the rest.
  if (isSigned)
    for (let at = 0; at < cells.length; at++) cells[at] = ((cells[at] ?? 0) << left) >> right
  else for (let at = 0; at < cells.length; at++) cells[at] = ((cells[at] ?? 0) << left) >>> right
}
