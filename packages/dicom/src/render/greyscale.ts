import type { Cells, StoredPixels } from '../decode/stored-pixels.ts'
import type { DataSet } from '../read/data-set.ts'
import { tags } from '../read/tags.ts'
import { findPresentValues, applyTable } from './apply-table.ts'
import { createModalityTransform } from './modality-lut.ts'
import {
  isValidWindow,
  createRangeTransform,
  createVoiTransform,
  createWindowTransform,
} from './voi-lut.ts'
import type { VoiWindow } from './voi-lut.ts'

/**
 * Returns a function from a pixel cell to its stored value: other bits are masked, the sign is
 * read.
 */
export function createStoredValueReader({
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

/** The number of values that a cell can have. */
const tableSize = (cells: Uint8Array | Uint16Array) => (cells instanceof Uint8Array ? 256 : 65_536)

/** A table is faster if there are more pixels than possible values. */
const isTableFaster = (cells: Cells): cells is Uint8Array | Uint16Array =>
  !(cells instanceof Uint32Array) && tableSize(cells) <= cells.length

/** The stored values that are pixel padding. */
export function getPaddingRange(
  dataSet: DataSet,
  stored: (cell: number) => number,
): readonly [lowest: number, highest: number] | undefined {
  const value = dataSet.word(tags.pixelPaddingValue)
  if (value === undefined) return undefined
  const ends = [value, dataSet.word(tags.pixelPaddingRangeLimit) ?? value].map(stored)
  return [Math.min(...ends), Math.max(...ends)]
}

function createPaddingTest(dataSet: DataSet, stored: (cell: number) => number) {
  const [lowest, highest] = getPaddingRange(dataSet, stored) ?? [Infinity, -Infinity]
  return (found: number) => found >= lowest && found <= highest
}

function listPresentValues(cells: Cells): Iterable<number> {
  if (!isTableFaster(cells)) return cells
  const isPresent = findPresentValues(cells, tableSize(cells))
  return Array.from(isPresent.keys()).filter((value) => isPresent[value] === 1)
}

/** The lowest and highest modality value of the image, without padding. */
export function computeRange(
  cells: Cells,
  stored: (cell: number) => number,
  modality: (value: number) => number,
  isPadding: (value: number) => boolean,
): readonly [lowest: number, highest: number] {
  let lowest = Infinity
  let highest = -Infinity
  for (const cell of listPresentValues(cells)) {
    const value = stored(cell)
    if (isPadding(value)) continue
    const modalityValue = modality(value)
    lowest = Math.min(lowest, modalityValue)
    highest = Math.max(highest, modalityValue)
  }
  return [lowest, highest]
}

/**
 * Whether low values are white. Presentation LUT Shape repeats what MONOCHROME1 and MONOCHROME2 say
 * (PS3.3 C.8.11.3) and must not invert the image a second time; if the two disagree, the shape
 * decides, as in dcmtk and dcm4che. /
 */
export function isInverse(
  dataSet: DataSet,
  { photometric }: Pick<StoredPixels, 'photometric'>,
): boolean {
  const shape = dataSet.code(tags.presentationLutShape)
  if (shape === 'INVERSE' || shape === 'IDENTITY') return shape === 'INVERSE'
  return photometric === 'MONOCHROME1'
}

/** Returns a buffer of exactly this length, aligned to four bytes; its content does not matter. */
export type GetDisplayBuffer = (byteLength: number) => Uint8Array<ArrayBuffer>

const allocateNewBuffer: GetDisplayBuffer = (byteLength) => new Uint8Array(byteLength)

export interface GreyscaleOptions {
  readonly frame: number
  readonly window?: VoiWindow | undefined
  readonly voiLut?: number | undefined
  readonly getDisplayBuffer?: GetDisplayBuffer | undefined
}

/** Maps pixel cells to grey levels: modality LUT, then VOI LUT, then presentation LUT. */
export function renderGreyscale(
  dataSet: DataSet,
  pixels: StoredPixels,
  { frame, window, voiLut, getDisplayBuffer = allocateNewBuffer }: GreyscaleOptions,
): Uint8Array<ArrayBuffer> {
  const { cells, isSigned } = pixels
  const stored = createStoredValueReader(pixels)
  const modality = createModalityTransform(dataSet, frame, isSigned)
  const voi =
    (window && isValidWindow(window) ? createWindowTransform(window) : undefined) ??
    createVoiTransform(dataSet, { frame, isSigned, voiLut }) ??
    createRangeTransform(
      ...computeRange(cells, stored, modality, createPaddingTest(dataSet, stored)),
    )
  const isInverted = isInverse(dataSet, pixels)
  const toGrey = (cell: number) => {
    const share = voi(modality(stored(cell)))
    return Math.round(255 * (isInverted ? 1 - share : share))
  }
  const levels = getDisplayBuffer(cells.length)
  if (isTableFaster(cells))
    return applyTable(cells, buildTable(toGrey, pixels, tableSize(cells)), levels)
  for (let at = 0; at < cells.length; at++) levels[at] = toGrey(cells[at] ?? 0)
  return levels
}

/**
 * Computes each stored value once: cells that differ only in other bits have the same stored value.
 */
function buildTable(toGrey: (cell: number) => number, { bits, shift }: StoredPixels, size: number) {
  const byValue = new Uint8Array(2 ** bits)
  for (let value = 0; value < byValue.length; value++) byValue[value] = toGrey(value << shift)
  const table = new Uint8Array(size)
  for (let cell = 0; cell < size; cell++)
    table[cell] = byValue[(cell >>> shift) % byValue.length] ?? 0
  return table
}
