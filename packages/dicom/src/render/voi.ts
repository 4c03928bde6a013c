import type { DataSet } from '../read/data-set.ts'
import { tags } from '../read/tags.ts'
import { lookUp, readTable } from './lookup-table.ts'
import { frameGroup } from './modality.ts'

/** From values of the modality to greys between 0 (black) and 1, before a picture is inverted. */
export type Voi = (value: number) => number

export const windowFunctions = ['LINEAR', 'LINEAR_EXACT', 'SIGMOID'] as const
export type WindowFunction = (typeof windowFunctions)[number]

/** A window as PS3.3 C.11.2 defines it. */
export interface Window {
  readonly center: number
  readonly width: number
  readonly function: WindowFunction
}

const between0And1 = (share: number) => Math.min(1, Math.max(0, share))

export function windowed({ center, width, function: shape }: Window): Voi {
  switch (shape) {
    case 'SIGMOID':
      return (value) => 1 / (1 + Math.exp((-4 * (value - center)) / width))
    case 'LINEAR_EXACT':
      return (value) => between0And1((value - center) / width + 0.5)
    default:
      // C.11.2.1.2.1: the window covers `width` whole values; one of 1 divides black from white.
      return width === 1
        ? (value) => (value > center - 0.5 ? 1 : 0)
        : (value) => between0And1((value - (center - 0.5)) / (width - 1) + 0.5)
  }
}

/** Everything between two values; what is shown where the file wishes for nothing. */
export const ranged = (lowest: number, highest: number): Voi =>
  highest > lowest ? (value) => between0And1((value - lowest) / (highest - lowest)) : () => 0

/** A window of nothing is no window. */
export const isWindow = ({ center, width, function: shape }: Window) =>
  Number.isFinite(center) && (shape === 'LINEAR' ? width >= 1 : width > 0)

export interface NamedWindow extends Window {
  /** What the file calls it, such as BONE; empty where it has no name. */
  readonly name: string
}

/** The windows of a file or of a group of its, the one it wishes for first. */
function windowsIn(dataSet: DataSet): NamedWindow[] {
  const widths = dataSet.numbers(tags.windowWidth)
  const names = dataSet.text(tags.windowExplanation).split('\\')
  const wished = dataSet.code(tags.voiLutFunction)
  const shape = windowFunctions.find((known) => known === wished) ?? 'LINEAR'
  const windows = dataSet.numbers(tags.windowCenter).map((center, at) => ({
    center,
    width: widths[at] ?? NaN,
    function: shape,
    name: names[at]?.trim() ?? '',
  }))
  return windows.filter(isWindow)
}

/** What a file wishes for: windows, or else its first table; nothing if it has neither. */
export function wishedVoi(dataSet: DataSet, frame: number, isSigned: boolean) {
  const group = frameGroup(dataSet, tags.frameVoiLutSequence, frame) ?? dataSet
  const windows = windowsIn(group)
  const isTable = windows.length === 0
  const table = isTable ? readTable(dataSet.item(tags.voiLutSequence), isSigned) : undefined
  return { windows, table }
}

export function voiOf(dataSet: DataSet, frame: number, isSigned: boolean): Voi | undefined {
  const { windows, table } = wishedVoi(dataSet, frame, isSigned)
  if (windows[0]) return windowed(windows[0])
  if (!table) return undefined
  const highest = 2 ** table.bits - 1
  return (value) => lookUp(table, value) / highest
}
