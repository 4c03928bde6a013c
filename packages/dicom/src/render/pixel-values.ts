import { decodeFrame } from '../decode/decode-frame.ts'
import type { Cells, StoredPixels } from '../decode/stored-pixels.ts'
import { findFrameSpan } from '../read/frame-span.ts'
import type { FrameSpan } from '../read/frame-span.ts'
import type { DicomHeader } from '../read/header.ts'
import { describeImage } from '../read/image.ts'
import type { ImageDescription } from '../read/image.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { applyPalette, toRgb } from './colour.ts'
import { computeQuantization, isGreyscale } from './display.ts'
import type { Quantization } from './display.ts'
import { createStoredValueReader } from './greyscale.ts'
import { lookUp } from './lookup-table.ts'
import { readModalityLut } from './modality-lut.ts'

const bytesOf = ({ buffer, byteOffset, byteLength }: Cells) =>
  new Uint8Array(buffer, byteOffset, byteLength)

const isAsStored = ({ cells, bits, shift }: StoredPixels, width: 8 | 16) =>
  shift === 0 && bits === width && cells.BYTES_PER_ELEMENT * 8 === width

function quantize(pixels: StoredPixels, { lowest, step }: Quantization): Uint16Array {
  const stored = createStoredValueReader(pixels)
  // Values of other frames may be outside of the range of the first frame.
  return Uint16Array.from(pixels.cells, (cell) =>
    Math.min(65_535, Math.max(0, Math.round((stored(cell) - lowest) / step))),
  )
}

/** Converts each cell to its value; cells of up to 16 bits through a table. */
function mapCells(
  { cells }: StoredPixels,
  width: 8 | 16,
  toValue: (cell: number) => number,
): Uint8Array {
  const values = width === 8 ? new Uint8Array(cells.length) : new Uint16Array(cells.length)
  if (cells instanceof Uint32Array) {
    for (let at = 0; at < cells.length; at++) values[at] = toValue(cells[at] ?? 0)
    return bytesOf(values)
  }
  const table = new Uint16Array(cells instanceof Uint8Array ? 256 : 65_536)
  for (let cell = 0; cell < table.length; cell++) table[cell] = toValue(cell)
  for (let at = 0; at < cells.length; at++) values[at] = table[cells[at] ?? 0] ?? 0
  return bytesOf(values)
}

/**
 * The pixel values of one frame, little-endian and lossless: stored values, or modality values if
 * the file has a modality LUT table, or RGB. `describeDisplay` describes their width and how they
 * are shown. A view of the file if it stores them in this form. /
 */
export async function readPixelValues(file: DicomFile, index: number): Promise<Uint8Array> {
  const image = describeImage(file.dataSet)
  const pixels = await decodeFrame(file, image, index)
  return convertPixels(file, image, pixels, index)
}

async function convertPixels(
  file: DicomFile,
  image: ImageDescription,
  pixels: StoredPixels,
  index: number,
): Promise<Uint8Array> {
  if (pixels.photometric === 'PALETTE COLOR') return applyPalette(file.dataSet, pixels)
  if (pixels.samples === 3) return toRgb(pixels)
  const quantization = await computeQuantization(file, image)
  const { table } = readModalityLut(file.dataSet, index, pixels.isSigned)
  const stored = createStoredValueReader(pixels)
  if (table) return mapCells(pixels, table.bits > 8 ? 16 : 8, (cell) => lookUp(table, stored(cell)))
  if (quantization) return bytesOf(quantize(pixels, quantization))
  const width = image.bitsAllocated <= 8 ? 8 : 16
  return isAsStored(pixels, width) ? bytesOf(pixels.cells) : mapCells(pixels, width, stored)
}

/** The bits of a pixel cell that are its stored value. */
export interface CellLayout {
  readonly width: 8 | 16
  readonly bits: number
  readonly shift: number
  readonly isSigned: boolean
}

/**
 * The span of a frame that a file stores as `readPixelValues` returns it, except for bits to mask.
 */
export interface NativePixelValues extends FrameSpan {
  /** For `maskCells`; undefined if every bit belongs to the stored value. */
  readonly cells: CellLayout | undefined
}

/** Needs only the header. Undefined if the values must be decoded, byte-swapped or looked up. */
export function findNativePixelValues(
  head: DicomHeader,
  index: number,
): NativePixelValues | undefined {
  const { dataSet, transferSyntax, pixelData } = head
  const image = describeImage(dataSet)
  const { bitsAllocated, bitsStored, highBit, isSigned } = image
  if (!transferSyntax.isLittleEndian || transferSyntax.coding !== 'native') return undefined
  const isPlainColour = image.photometric === 'RGB' && !image.isPlanar && bitsStored === 8
  const hasWidth = bitsAllocated === 8 || (bitsAllocated === 16 && isGreyscale(image))
  if (pixelData?.length === undefined || !hasWidth) return undefined
  if (!isPlainColour && !isGreyscale(image)) return undefined
  if (readModalityLut(dataSet, index, isSigned).table) return undefined
  const span = findFrameSpan(head, index)
  const shift = highBit + 1 - bitsStored
  const isWhole = shift === 0 && bitsStored === bitsAllocated
  const cells = { width: bitsAllocated, bits: bitsStored, shift, isSigned } as const
  return span && { ...span, cells: isWhole ? undefined : cells }
}

/** Masks bits that do not belong to the stored values, such as those of an overlay, in place. */
export function maskCells(bytes: Uint8Array, { width, bits, shift, isSigned }: CellLayout): void {
  const cells =
    width === 8 ? bytes : new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 1)
  const left = 32 - shift - bits
  const right = 32 - bits
  // Two loops: checking the sign per cell would double the time.
  if (isSigned)
    for (let at = 0; at < cells.length; at++) cells[at] = ((cells[at] ?? 0) << left) >> right
  else for (let at = 0; at < cells.length; at++) cells[at] = ((cells[at] ?? 0) << left) >>> right
}
