import { DicomFault } from '../fault.ts'
import type { DataSet } from '../read/data-set.ts'
import { readDicomHeader } from '../read/header.ts'
import type { DicomHeader } from '../read/header.ts'
import { describeImage } from '../read/image.ts'
import { tags } from '../read/tags.ts'
import { isGreyscale } from './display.ts'
import { findNativePixelValues, maskCells } from './pixel-values.ts'
import type { CellLayout } from './pixel-values.ts'

/** Pixels of a reduced image. The largest detector has 18 million. */
const reducedPixelsMax = 24 * 1024 * 1024
/** The longest header of the pixel data element. */
const longestHeader = 12

/** How an image beyond `limits.pixels` or `limits.frameBytes` is reduced while it is read. */
export interface Reduction {
  /** Each pixel of the reduced image is the mean of a square with this edge. */
  readonly step: number
  /** The size of the stored image. */
  readonly columns: number
  readonly rows: number
  readonly reducedColumns: number
  readonly reducedRows: number
  readonly bits: 8 | 16
  readonly isSigned: boolean
  readonly cells: CellLayout | undefined
  /** The position of the stored pixels in the file. */
  readonly start: number
  /** The length of the header, and the positions of Rows and Columns in it. */
  readonly headBytes: number
  readonly rowsAt: number
  readonly columnsAt: number
}

export interface ReducedHeader {
  readonly reduction: Reduction
  /** The header with the size of the reduced image. */
  readonly head: DicomHeader
}

/** Writes the size of the reduced image into the header, so that it describes the reduced pixels. */
export function resizeHeader(
  bytes: Uint8Array,
  reduction: Pick<Reduction, 'rowsAt' | 'columnsAt' | 'reducedRows' | 'reducedColumns'>,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  view.setUint16(reduction.rowsAt, reduction.reducedRows, true)
  view.setUint16(reduction.columnsAt, reduction.reducedColumns, true)
}

function isTooLarge(dataSet: DataSet): boolean {
  try {
    describeImage(dataSet)
    return false
  } catch (error) {
    return error instanceof DicomFault && error.code === 'too-large'
  }
}

/**
 * Overlay planes and shutters are in pixels of the stored image. An image is never shown without
 * them, because an overlay may hold the only side marker.
 */
const hasCovers = (dataSet: DataSet) =>
  dataSet.element(tags.shutterShape) !== undefined ||
  [...dataSet.elements()].some(({ tag }) => tag >>> 16 >= 0x60_00 && tag >>> 16 <= 0x60_1e)

const findStep = (rows: number, columns: number): number => {
  let step = 2
  while (Math.ceil(rows / step) * Math.ceil(columns / step) > reducedPixelsMax) step *= 2
  return step
}

/**
 * Describes how an image that is too large to be decoded is reduced; undefined if it is small
 * enough, and if it cannot be reduced row by row because it is compressed, in colour or a loop.
 */
export function findReduction(prefix: Uint8Array, fileBytes: number): ReducedHeader | undefined {
  const { dataSet, pixelData, transferSyntax } = readDicomHeader(prefix, fileBytes)
  const [rowsElement, columnsElement] = [dataSet.element(tags.rows), dataSet.element(tags.columns)]
  if (!rowsElement || !columnsElement || !isTooLarge(dataSet) || hasCovers(dataSet))
    return undefined
  if (transferSyntax.coding !== 'native' || !transferSyntax.isLittleEndian) return undefined
  if (pixelData?.length === undefined) return undefined
  const [rows, columns] = [dataSet.word(tags.rows) ?? 0, dataSet.word(tags.columns) ?? 0]
  const storedBytes = (rows * columns * (dataSet.word(tags.bitsAllocated) ?? 16)) / 8
  if (pixelData.length < storedBytes) return undefined
  const step = findStep(rows, columns)
  const size = {
    step,
    columns,
    rows,
    reducedColumns: Math.ceil(columns / step),
    reducedRows: Math.ceil(rows / step),
    headBytes: Math.min(prefix.byteLength, pixelData.start + longestHeader),
    rowsAt: rowsElement.start,
    columnsAt: columnsElement.start,
  }
  const bytes = Uint8Array.from(prefix.subarray(0, size.headBytes))
  resizeHeader(bytes, size)
  const head = readDicomHeader(bytes, fileBytes)
  const image = describeImage(head.dataSet)
  const native = findNativePixelValues(head, 0)
  if (!native || !isGreyscale(image) || image.frames > 1) return undefined
  const bits = image.bitsAllocated === 8 ? 8 : 16
  const { cells, start } = native
  return { head, reduction: { ...size, bits, isSigned: image.isSigned, cells, start } }
}

type Cells = Uint8Array | Int8Array | Uint16Array | Int16Array

function viewCells(bytes: Uint8Array, { bits, isSigned }: Reduction): Cells {
  const { buffer, byteOffset, byteLength } = bytes
  if (bits === 8) return isSigned ? new Int8Array(buffer, byteOffset, byteLength) : bytes
  const length = byteLength >>> 1
  return isSigned
    ? new Int16Array(buffer, byteOffset, length)
    : new Uint16Array(buffer, byteOffset, length)
}

/**
 * Reduces up to `step` stored rows to one. Both buffers start at an even address; unused bits of
 * the stored cells are masked in place.
 */
export function reduceRows(stored: Uint8Array, target: Uint8Array, reduction: Reduction): void {
  const { columns, reducedColumns, step, cells } = reduction
  if (cells) maskCells(stored, cells)
  const values = viewCells(stored, reduction)
  const means = viewCells(target, reduction)
  const rows = Math.floor(values.length / columns)
  for (let at = 0; at < reducedColumns; at++) {
    const first = at * step
    const end = Math.min(columns, first + step)
    let sum = 0
    for (let row = 0; row < rows; row++)
      for (let index = row * columns + first; index < row * columns + end; index++)
        sum += values[index] ?? 0
    means[at] = Math.round(sum / (rows * (end - first)))
  }
}
