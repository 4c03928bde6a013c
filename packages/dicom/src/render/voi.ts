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

function windowOf(dataSet: DataSet): Window | undefined {
  const center = dataSet.number(tags.windowCenter)
  const width = dataSet.number(tags.windowWidth)
  const name = dataSet.code(tags.voiLutFunction)
  const shape = windowFunctions.find((known) => known === name) ?? 'LINEAR'
  if (center === undefined || width === undefined) return undefined
  const window = { center, width, function: shape }
  return isWindow(window) ? window : undefined
}

/** The first window of the file or else its first table; nothing if it has neither. */
export function voiOf(dataSet: DataSet, frame: number, isSigned: boolean): Voi | undefined {
  const group = frameGroup(dataSet, tags.frameVoiLutSequence, frame) ?? dataSet
  const window = windowOf(group)
  if (window) return windowed(window)
  const table = readTable(dataSet.item(tags.voiLutSequence), isSigned)
  if (!table) return undefined
  const highest = 2 ** table.bits - 1
  return (value) => lookUp(table, value) / highest
}
