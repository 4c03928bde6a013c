import type { DataSet } from '../read/data-set.ts'
import { tags } from '../read/tags.ts'

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

/** Nothing if the table is not there or makes no sense: the picture is then shown without it. */
export function readTable(
  dataSet: DataSet | undefined,
  isSigned: boolean,
  descriptor: number = tags.lutDescriptor,
  data: number = tags.lutData,
): LookupTable | undefined {
  const [count = 0, first = 0, declaredBits = 0] = dataSet?.words(descriptor) ?? []
  const bytes = dataSet?.bytes(data)
  if (!dataSet || !bytes || bytes.length === 0 || declaredBits < 1 || declaredBits > 16)
    return undefined
  const entries = count === 0 ? 65_536 : count
  // Tables of 8 bits lie byte by byte in words, or one in each word.
  const isPacked = declaredBits <= 8 && bytes.length < 2 * entries
  const values = Uint16Array.from(isPacked ? bytes : dataSet.words(data)).subarray(0, entries)
  if (values.length < entries) return undefined
  const highest = values.reduce((most, value) => Math.max(most, value), 0)
  const bits = Math.max(declaredBits, 32 - Math.clz32(highest))
  return { first: isSigned ? signed(first) : first, values, bits, highest }
}
