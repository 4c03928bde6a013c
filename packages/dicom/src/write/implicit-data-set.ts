import { createLimitFault, DicomFault } from '../fault.ts'
import { limits } from '../limits.ts'
import {
  itemTag,
  itemDelimitationTag,
  readElement,
  sequenceDelimitationTag,
  toSource,
  undefinedLength,
} from '../read/element.ts'
import type { Element, Encoding, Source } from '../read/element.ts'
import { findElementEnd } from '../read/parse-elements.ts'
import { writeElementHeader } from './data-set.ts'

const explicit: Encoding = { isExplicit: true, isLittleEndian: true }
const openLength = 0xff_ff_ff_ff

const createHeader = (tag: number, length: number) => writeElementHeader(tag, '', length, false)

/** Converts the items of a sequence; all of them get an undefined length and a delimiter. */
function* convertItems(
  source: Source,
  start: number,
  end: number,
  depth: number,
): Generator<Uint8Array> {
  for (let at = start; at < end;) {
    const next = readElement(source, at, end, explicit)
    if (next.tag === sequenceDelimitationTag) return
    if (next.tag !== itemTag)
      throw new DicomFault('damaged', 'a sequence of something else than items')
    const isOpen = next.length === undefinedLength
    const last = isOpen ? findItemEnd(source, next.start, end) : next.start + next.length
    yield createHeader(itemTag, openLength)
    yield* convertElements(source, next.start, last, depth + 1)
    yield createHeader(itemDelimitationTag, 0)
    at = isOpen ? Math.min(last + 8, end) : last
  }
}

/** The position of the delimiter of an item; an item without one is damaged. */
function findItemEnd(source: Source, start: number, end: number): number {
  for (let at = start; at < end;) {
    const element = readElement(source, at, end, explicit)
    if (element.tag === itemDelimitationTag) return at
    if (element.tag >= itemTag) throw new DicomFault('damaged', 'an item without its end')
    at = findElementEnd(source, element, end, explicit)
  }
  throw new DicomFault('damaged', 'an item without its end')
}

const isSequence = ({ vr, length }: Element) =>
  vr === 'SQ' || (length === undefinedLength && vr !== 'UN')

function* convertElements(
  source: Source,
  start: number,
  end: number,
  depth: number,
): Generator<Uint8Array> {
  if (depth > limits.sequenceDepth)
    throw createLimitFault(
      'sequenceDepth',
      `more than ${limits.sequenceDepth} sequences in each other`,
    )
  for (let at = start; at < end;) {
    const element = readElement(source, at, end, explicit)
    const { tag, length } = element
    if (tag >= itemTag) throw new DicomFault('damaged', 'a delimiter of nothing')
    const next = findElementEnd(source, element, end, explicit)
    if (isSequence(element)) {
      yield createHeader(tag, openLength)
      yield* convertItems(source, element.start, next, depth)
      yield createHeader(sequenceDelimitationTag, 0)
    } else {
      // PS3.5 6.2.2: an element of VR UN and undefined length is implicit VR already, with
      // delimiters.
      yield createHeader(tag, length === undefinedLength ? openLength : length)
      yield source.bytes.subarray(element.start, next)
    }
    at = next
  }
}

/**
 * Converts a data set from explicit to implicit VR little endian, as consecutive chunks. It must
 * not have encapsulated pixel data. Values are views of the given bytes. /
 */
export function toImplicitDataSet(dataSet: Uint8Array): Uint8Array[] {
  const source = toSource(dataSet)
  return [...convertElements(source, 0, dataSet.length, 0)]
}
