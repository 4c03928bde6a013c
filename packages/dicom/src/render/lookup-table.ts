import type { DataSet } from '../read/data-set.ts'
import { tags } from '../read/tags.ts'
import { expandPaletteSegments } from './palette-segments.ts'

/** A lookup table of PS3.3 C.11: maps values from `first` on to values of `bits` bits. */
export interface LookupTable {
  readonly first: number
  readonly values: Uint16Array
  readonly bits: number
  /** The highest of the values. */
  readonly highest: number
}

const toSigned = (word: number) => (word > 0x7f_ff ? word - 0x1_00_00 : word)

export const lookUp = ({ first, values }: LookupTable, value: number) =>
  values[Math.min(values.length - 1, Math.max(0, Math.floor(value - first)))] ?? 0

/** The tags of a lookup table. Palettes may be segmented. */
export interface LookupTableTags {
  readonly descriptor: number
  readonly data: number
  readonly segments?: number
}

const sequenceItemTags: LookupTableTags = { descriptor: tags.lutDescriptor, data: tags.lutData }

/** 8-bit entries are packed in pairs into words, or stored one per word. */
function readTableValues(
  dataSet: DataSet,
  { data, segments }: LookupTableTags,
  entries: number,
  bits: number,
): Uint16Array {
  const bytes = dataSet.bytes(data)
  if (bytes && bytes.length > 0) {
    const isPacked = bits <= 8 && bytes.length < 2 * entries
    return Uint16Array.from(isPacked ? bytes : dataSet.words(data)).subarray(0, entries)
  }
  if (segments === undefined) return new Uint16Array()
  const packed = bits <= 8 ? (dataSet.bytes(segments) ?? []) : dataSet.words(segments)
  return expandPaletteSegments(packed, entries, bits <= 8 ? 1 : 2)
}

/** Undefined if the table is missing or invalid: the image is then shown without it. */
export function readLookupTable(
  dataSet: DataSet | undefined,
  isSigned: boolean,
  tableTags: LookupTableTags = sequenceItemTags,
): LookupTable | undefined {
  const [count = 0, first = 0, declaredBits = 0] = dataSet?.words(tableTags.descriptor) ?? []
  if (!dataSet || declaredBits < 1 || declaredBits > 16) return undefined
  const entries = count === 0 ? 65_536 : count
  const values = readTableValues(dataSet, tableTags, entries, declaredBits)
  if (values.length < entries) return undefined
  const highest = values.reduce((most, value) => Math.max(most, value), 0)
  const bits = Math.max(declaredBits, 32 - Math.clz32(highest))
  return { first: isSigned ? toSigned(first) : first, values, bits, highest }
}
