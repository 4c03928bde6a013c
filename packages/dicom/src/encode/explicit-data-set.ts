import { createLimitFault } from '../fault.ts'
import { limits } from '../limits.ts'
import type { DataSet } from '../read/data-set.ts'
import { isVr, itemTag, undefinedLength } from '../read/element.ts'
import type { Element } from '../read/element.ts'
import {
  hasSignedPixels,
  isGroupLength,
  isValueLittleEndian,
  resolveVr,
  swapByteOrder,
} from '../read/value-representation.ts'
import {
  createElement,
  createElementHeader,
  createItemHeader,
  countBytes,
} from './element-bytes.ts'
import type { Chunk } from './element-bytes.ts'

/** The nesting depth of a data set, and whether its pixel data is signed. */
interface Context {
  readonly depth: number
  readonly isSigned: boolean
}

function convertSequence(dataSet: DataSet, tag: number, inside: Context): Chunk[] {
  const items: Chunk[] = []
  for (const contents of dataSet.items(tag)) {
    const chunks = toExplicitDataSet(contents, new Map(), inside)
    items.push(createItemHeader(itemTag, countBytes(chunks)), ...chunks)
  }
  return items
}

/** Whether an element needs no conversion: explicit VR little endian with a valid VR. */
const isConverted = ({ vr }: Element, { encoding }: DataSet) =>
  encoding.isExplicit && encoding.isLittleEndian && isVr(vr)

function convertElement(dataSet: DataSet, element: Element, outer: Context): Chunk[] {
  const { tag, length } = element
  const value = dataSet.extent(tag)
  if (isConverted(element, dataSet) && length % 2 !== 1) {
    return [
      createElementHeader(tag, element.vr, length === undefinedLength ? undefined : length),
      value,
    ]
  }
  const vr = resolveVr(element, outer.isSigned)
  if (vr === 'SQ') {
    const inside = { ...outer, depth: outer.depth + 1 }
    return createElement(tag, 'SQ', convertSequence(dataSet, tag, inside))
  }
  const bytes = dataSet.bytes(tag) ?? new Uint8Array()
  const isLittleEndian = isValueLittleEndian(element, dataSet)
  return createElement(tag, vr, [isLittleEndian ? bytes : swapByteOrder(bytes, vr)])
}

/**
 * Converts a data set to explicit VR little endian; elements that need no conversion are kept byte
 * for byte. A change replaces the element of its tag or is inserted in tag order; undefined removes
 * it. Group lengths, retired since 2008, would become wrong and are dropped. /
 */
export function toExplicitDataSet(
  dataSet: DataSet,
  changes: ReadonlyMap<number, readonly Chunk[] | undefined>,
  outer: Context = { depth: 0, isSigned: false },
): Chunk[] {
  if (outer.depth > limits.sequenceDepth) {
    throw createLimitFault(
      'sequenceDepth',
      `more than ${limits.sequenceDepth} sequences in each other`,
    )
  }
  const inside = { ...outer, isSigned: hasSignedPixels(dataSet, outer.isSigned) }
  const kept = [...dataSet.elements()].filter(
    ({ tag }) => !isGroupLength(tag) && !changes.has(tag) && tag < 0xff_fc_00_00,
  )
  const written = kept.map(
    (element) => [element.tag, convertElement(dataSet, element, inside)] as const,
  )
  const added = [...changes].flatMap(([tag, chunks]) => (chunks ? [[tag, chunks] as const] : []))
  return [...written, ...added]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([, chunks]) => chunks)
}
