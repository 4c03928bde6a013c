import { DicomFault } from '../fault.ts'
import { limits } from '../limits.ts'
import type { DataSet } from '../read/data-set.ts'
import { isVr, item, undefinedLength } from '../read/element.ts'
import type { Element } from '../read/element.ts'
import { hasSignedPixels, isGroupLength, isLittleEndianIn, vrOf } from '../read/value-kind.ts'
import { elementOf, headerOf, itemHeader, lengthOf } from './element-bytes.ts'
import type { Chunk } from './element-bytes.ts'

/** How many bytes change places where a value of another order is turned. */
const turnSizes: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['US', 'SS', 'AT', 'OW'].map((vr) => [vr, 2])),
  ...Object.fromEntries(['UL', 'SL', 'FL', 'OF', 'OL'].map((vr) => [vr, 4])),
  ...Object.fromEntries(['FD', 'OD', 'OV', 'SV', 'UV'].map((vr) => [vr, 8])),
}

function littleEndian(bytes: Uint8Array, vr: string): Uint8Array {
  const size = turnSizes[vr]
  if (size === undefined) return bytes
  const copy = bytes.slice()
  for (let at = 0; at + size <= copy.length; at += size) copy.subarray(at, at + size).reverse()
  return copy
}

interface Place {
  readonly depth: number
  readonly isSigned: boolean
}

function sequence(dataSet: DataSet, tag: number, inside: Place): Chunk[] {
  const items: Chunk[] = []
  for (const contents of dataSet.items(tag)) {
    const chunks = explicitDataSet(contents, new Map(), inside)
    items.push(itemHeader(item, lengthOf(chunks)), ...chunks)
  }
  return items
}

/** Nothing has to change: explicit and little-endian throughout, with a VR that is one. */
const isAsItShouldBe = ({ vr }: Element, { encoding }: DataSet) =>
  encoding.isExplicit && encoding.isLittleEndian && isVr(vr)

function element(dataSet: DataSet, found: Element, around: Place): Chunk[] {
  const { tag, length } = found
  const value = dataSet.extent(tag)
  if (isAsItShouldBe(found, dataSet) && length % 2 !== 1) {
    return [headerOf(tag, found.vr, length === undefinedLength ? undefined : length), value]
  }
  const vr = vrOf(found, around.isSigned)
  if (vr === 'SQ') {
    const inside = { ...around, depth: around.depth + 1 }
    return elementOf(tag, 'SQ', sequence(dataSet, tag, inside))
  }
  const bytes = dataSet.bytes(tag) ?? new Uint8Array()
  return elementOf(tag, vr, [isLittleEndianIn(found, dataSet) ? bytes : littleEndian(bytes, vr)])
}

/**
 * A data set in explicit little-endian encoding: byte for byte where it already is, element by element
 * otherwise. Changes take the place of the elements with their tags, or their place in the order; one of
 * nothing removes. Lengths of groups, retired since 2008, would be wrong and go.
 */
export function explicitDataSet(
  dataSet: DataSet,
  changes: ReadonlyMap<number, readonly Chunk[] | undefined>,
  around: Place = { depth: 0, isSigned: false },
): Chunk[] {
  if (around.depth > limits.sequenceDepth) {
    throw new DicomFault('too-large', `more than ${limits.sequenceDepth} sequences in each other`)
  }
  const inside = { ...around, isSigned: hasSignedPixels(dataSet, around.isSigned) }
  const kept = [...dataSet.elements()].filter(
    ({ tag }) => !isGroupLength(tag) && !changes.has(tag) && tag < 0xff_fc_00_00,
  )
  const written = kept.map((found) => [found.tag, element(dataSet, found, inside)] as const)
  const added = [...changes].flatMap(([tag, chunks]) => (chunks ? [[tag, chunks] as const] : []))
  return [...written, ...added]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([, chunks]) => chunks)
}
