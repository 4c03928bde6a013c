import type { Cells, StoredPixels } from '../decode/stored-pixels.ts'
import type { DataSet } from '../read/data-set.ts'
import { tags } from '../read/tags.ts'
import { presentIn, throughTable } from './many-cells.ts'
import { modalityOf } from './modality.ts'
import { isWindow, ranged, voiOf, windowed } from './voi.ts'
import type { Window } from './voi.ts'

/** What a cell means: bits that are not part of it cut off, and its sign read. */
export function storedValue({
  bits,
  shift,
  isSigned,
}: Pick<StoredPixels, 'bits' | 'shift' | 'isSigned'>): (cell: number) => number {
  const range = 2 ** bits
  const half = isSigned ? range / 2 : range
  return (cell) => {
    const value = (cell >>> shift) % range
    return value >= half ? value - range : value
  }
}

/** How many values a cell can have. */
const tableSize = (cells: Uint8Array | Uint16Array) => (cells instanceof Uint8Array ? 256 : 65_536)

/** Where its values are fewer than the pixels, a table is worth its making. */
const isTableWorth = (cells: Cells): cells is Uint8Array | Uint16Array =>
  !(cells instanceof Uint32Array) && tableSize(cells) <= cells.length

/** The stored values that fill what was not exposed. */
export function paddingRange(
  dataSet: DataSet,
  stored: (cell: number) => number,
): readonly [lowest: number, highest: number] | undefined {
  const value = dataSet.word(tags.pixelPaddingValue)
  if (value === undefined) return undefined
  const ends = [value, dataSet.word(tags.pixelPaddingRangeLimit) ?? value].map(stored)
  return [Math.min(...ends), Math.max(...ends)]
}

function paddingOf(dataSet: DataSet, stored: (cell: number) => number) {
  const [lowest, highest] = paddingRange(dataSet, stored) ?? [Infinity, -Infinity]
  return (found: number) => found >= lowest && found <= highest
}

function presentValues(cells: Cells): Iterable<number> {
  if (!isTableWorth(cells)) return cells
  const isPresent = presentIn(cells, tableSize(cells))
  return Array.from(isPresent.keys()).filter((value) => isPresent[value] === 1)
}

/** The lowest and highest value in the picture, without those that fill what was not exposed. */
export function rangeOf(
  cells: Cells,
  stored: (cell: number) => number,
  modality: (value: number) => number,
  isPadding: (value: number) => boolean,
): readonly [lowest: number, highest: number] {
  let lowest = Infinity
  let highest = -Infinity
  for (const cell of presentValues(cells)) {
    const value = stored(cell)
    if (isPadding(value)) continue
    const shown = modality(value)
    lowest = Math.min(lowest, shown)
    highest = Math.max(highest, shown)
  }
  return [lowest, highest]
}

/**
 * Low values are white. A Presentation LUT Shape repeats what MONOCHROME1 and MONOCHROME2 say (PS3.3
 * C.8.11.3) and must not turn the picture a second time; where the two disagree it decides, as in dcmtk
 * and dcm4che.
 */
export function isInverse(
  dataSet: DataSet,
  { photometric }: Pick<StoredPixels, 'photometric'>,
): boolean {
  const shape = dataSet.code(tags.presentationLutShape)
  if (shape === 'INVERSE' || shape === 'IDENTITY') return shape === 'INVERSE'
  return photometric === 'MONOCHROME1'
}

/** Memory of exactly so many bytes, beginning where a word of four may; its content does not matter. */
export type MemoryFor = (byteLength: number) => Uint8Array<ArrayBuffer>

const newMemory: MemoryFor = (byteLength) => new Uint8Array(byteLength)

export interface GreyOptions {
  readonly frame: number
  readonly window?: Window | undefined
  readonly memoryFor?: MemoryFor | undefined
}

/** From cells to greys: modality, then values of interest, then presentation, in this order. */
export function greys(
  dataSet: DataSet,
  pixels: StoredPixels,
  { frame, window, memoryFor = newMemory }: GreyOptions,
): Uint8Array<ArrayBuffer> {
  const { cells, isSigned } = pixels
  const stored = storedValue(pixels)
  const modality = modalityOf(dataSet, frame, isSigned)
  const voi =
    (window && isWindow(window) ? windowed(window) : undefined) ??
    voiOf(dataSet, frame, isSigned) ??
    ranged(...rangeOf(cells, stored, modality, paddingOf(dataSet, stored)))
  const isTurned = isInverse(dataSet, pixels)
  const grey = (cell: number) => {
    const share = voi(modality(stored(cell)))
    return Math.round(255 * (isTurned ? 1 - share : share))
  }
  const shown = memoryFor(cells.length)
  if (isTableWorth(cells))
    return throughTable(cells, tableOf(grey, pixels, tableSize(cells)), shown)
  for (let at = 0; at < cells.length; at++) shown[at] = grey(cells[at] ?? 0)
  return shown
}

/** Many cells stand for the same value, where bits of theirs do not belong to it: it is shown once. */
function tableOf(grey: (cell: number) => number, { bits, shift }: StoredPixels, size: number) {
  const byValue = new Uint8Array(2 ** bits)
  for (let value = 0; value < byValue.length; value++) byValue[value] = grey(value << shift)
  const table = new Uint8Array(size)
  for (let cell = 0; cell < size; cell++)
    table[cell] = byValue[(cell >>> shift) % byValue.length] ?? 0
  return table
}
