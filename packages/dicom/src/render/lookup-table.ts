import type { DataSet } from '../read/data-set.ts'
import { tags } from '../read/tags.ts'
import { expandSegments } from './segments.ts'

/** A table of PS3.3 C.11: from values, the first of which is `first`, to values of `bits` bits. */
export interface LookupTable {
  readonly first: number
  readonly values: Uint16Array
  readonly bits: number
  /** Of the values. */
  readonly highest: number
}

const signed = (word: number) => (word > 0x7f_ff ? word - 0x1_00_00 : word)

export const lookUp = ({ first, values }: LookupTable, value: number) =>
  values[Math.min(values.length - 1, Math.max(0, Math.floor(value - first)))] ?? 0

/** Where a table lies. Palettes may be in segments instead. */
export interface TablePlace {
  readonly descriptor: number
  readonly data: number
  readonly segments?: number
}

const ofSequence: TablePlace = { descriptor: tags.lutDescriptor, data: tags.lutData }

/** Of 8 bits, entries lie byte by byte in words, or one in each word. */
function valuesOf(dataSet: DataSet, place: TablePlace, entries: number, bits: number): Uint16Array {
  const bytes = dataSet.bytes(place.data)
  if (bytes && bytes.length > 0) {
    const isPacked = bits <= 8 && bytes.length < 2 * entries
    return Uint16Array.from(isPacked ? bytes : dataSet.words(place.data)).subarray(0, entries)
  }
  if (place.segments === undefined) return new Uint16Array()
  const packed = bits <= 8 ? (dataSet.bytes(place.segments) ?? []) : dataSet.words(place.segments)
  return expandSegments(packed, entries, bits <= 8 ? 1 : 2)
}

/** Nothing if the table is not there or makes no sense: the picture is then shown without it. */
export function readTable(
  dataSet: DataSet | undefined,
  isSigned: boolean,
  place: TablePlace = ofSequence,
): LookupTable | undefined {
  const [count = 0, first = 0, declaredBits = 0] = dataSet?.words(place.descriptor) ?? []
  if (!dataSet || declaredBits < 1 || declaredBits > 16) return undefined
  const entries = count === 0 ? 65_536 : count
  const values = valuesOf(dataSet, place, entries, declaredBits)
  if (values.length < entries) return undefined
  const highest = values.reduce((most, value) => Math.max(most, value), 0)
  const bits = Math.max(declaredBits, 32 - Math.clz32(highest))
  return { first: isSigned ? signed(first) : first, values, bits, highest }
}
