import type { DataSet } from '../read/data-set.ts'
import { tags } from '../read/tags.ts'
import { lookUp, readLookupTable } from './lookup-table.ts'
import type { LookupTable } from './lookup-table.ts'
import { findFunctionalGroup } from './modality-lut.ts'

/** Maps a modality value to a grey level from 0 (black) to 1, before inversion. */
export type VoiTransform = (value: number) => number

export const windowFunctions = ['LINEAR', 'LINEAR_EXACT', 'SIGMOID'] as const
export type WindowFunction = (typeof windowFunctions)[number]

/** A VOI window (PS3.3 C.11.2). */
export interface VoiWindow {
  readonly center: number
  readonly width: number
  readonly function: WindowFunction
}

const clampShare = (share: number) => Math.min(1, Math.max(0, share))

export function createWindowTransform({ center, width, function: shape }: VoiWindow): VoiTransform {
  switch (shape) {
    case 'SIGMOID':
      return (value) => 1 / (1 + Math.exp((-4 * (value - center)) / width))
    case 'LINEAR_EXACT':
      return (value) => clampShare((value - center) / width + 0.5)
    default:
      // C.11.2.1.2.1: the window covers `width` integer values; a width of 1 is a threshold.
      return width === 1
        ? (value) => (value > center - 0.5 ? 1 : 0)
        : (value) => clampShare((value - (center - 0.5)) / (width - 1) + 0.5)
  }
}

/** Spreads a range of values over all grey levels; the default if the file declares no VOI LUT. */
export const createRangeTransform = (lowest: number, highest: number): VoiTransform =>
  highest > lowest ? (value) => clampShare((value - lowest) / (highest - lowest)) : () => 0

/** Whether the center is a number and the width is positive. */
export const isValidWindow = ({ center, width, function: shape }: VoiWindow) =>
  Number.isFinite(center) && (shape === 'LINEAR' ? width >= 1 : width > 0)

export interface NamedVoiWindow extends VoiWindow {
  /** Window Center & Width Explanation, such as BONE; empty if the file has none. */
  readonly name: string
}

/**
 * The valid windows of a data set or a functional group, in its order; the first is the default.
 */
export function readWindows(dataSet: DataSet): NamedVoiWindow[] {
  const widths = dataSet.numbers(tags.windowWidth)
  const names = dataSet.text(tags.windowExplanation).split('\\')
  const declared = dataSet.code(tags.voiLutFunction)
  const shape = windowFunctions.find((known) => known === declared) ?? 'LINEAR'
  const windows = dataSet.numbers(tags.windowCenter).map((center, at) => ({
    center,
    width: widths[at] ?? NaN,
    function: shape,
    name: names[at]?.trim() ?? '',
  }))
  return windows.filter(isValidWindow)
}

export interface NamedVoiTable extends LookupTable {
  /** LUT Explanation, such as HARDER; empty if the file has none. */
  readonly name: string
}

/** More tables than any device writes; each may have 65 536 entries. */
const tablesMax = 8

/** The valid tables of a VOI LUT Sequence, in its order. */
export function readVoiTables(dataSet: DataSet, isSigned: boolean): NamedVoiTable[] {
  const tables: NamedVoiTable[] = []
  for (const item of dataSet.items(tags.voiLutSequence)) {
    const table = readLookupTable(item, isSigned)
    if (table) tables.push({ ...table, name: item.text(tags.lutExplanation) })
    if (tables.length === tablesMax) break
  }
  return tables
}

/**
 * The windows and the VOI LUT tables of a file. The standard leaves the choice to the viewer
 * (PS3.3 C.11.2); the first window is the default, or else the first table. /
 */
export function readVoiLut(dataSet: DataSet, frame: number, isSigned: boolean) {
  const group = findFunctionalGroup(dataSet, tags.frameVoiLutSequence, frame) ?? dataSet
  return { windows: readWindows(group), tables: readVoiTables(dataSet, isSigned) }
}

function createTableTransform(table: LookupTable): VoiTransform {
  const highest = 2 ** table.bits - 1
  return (value) => lookUp(table, value) / highest
}

export function createVoiTransform(
  dataSet: DataSet,
  { frame, isSigned, voiLut }: VoiChoice,
): VoiTransform | undefined {
  const { windows, tables } = readVoiLut(dataSet, frame, isSigned)
  const chosen = voiLut === undefined ? undefined : tables[voiLut]
  if (chosen) return createTableTransform(chosen)
  if (windows[0]) return createWindowTransform(windows[0])
  return tables[0] && createTableTransform(tables[0])
}

export interface VoiChoice {
  readonly frame: number
  readonly isSigned: boolean
  /** The number of a VOI LUT table of the file, from 0; undefined uses the default of the file. */
  readonly voiLut?: number | undefined
}
