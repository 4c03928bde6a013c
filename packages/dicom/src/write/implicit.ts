import { DicomFault } from '../fault.ts'
import { limits } from '../limits.ts'
import {
  item,
  itemEnd,
  readElement,
  sequenceEnd,
  sourceOf,
  undefinedLength,
} from '../read/element.ts'
import type { Element, Encoding, Source } from '../read/element.ts'
import { endOf } from '../read/walk.ts'
import { elementHead } from './data-set.ts'

const explicit: Encoding = { isExplicit: true, isLittleEndian: true }
const openLength = 0xff_ff_ff_ff

const head = (tag: number, length: number) => elementHead(tag, '', length, false)

/** The contents of a sequence: items of any length become items that a delimiter ends. */
function* items(source: Source, start: number, end: number, depth: number): Generator<Uint8Array> {
  for (let at = start; at < end;) {
    const next = readElement(source, at, end, explicit)
    if (next.tag === sequenceEnd) return
    if (next.tag !== item)
      throw new DicomFault('damaged', 'a sequence of something else than items')
    const isOpen = next.length === undefinedLength
    const last = isOpen ? endOfItem(source, next.start, end) : next.start + next.length
    yield head(item, openLength)
    yield* elements(source, next.start, last, depth + 1)
    yield head(itemEnd, 0)
    at = isOpen ? Math.min(last + 8, end) : last
  }
}

/** Where the delimiter of an item stands, or of the sequence where that of its last item is missing. */
function endOfItem(source: Source, start: number, end: number): number {
  for (let at = start; at < end;) {
    const element = readElement(source, at, end, explicit)
    if (element.tag === itemEnd) return at
    if (element.tag >= item) throw new DicomFault('damaged', 'an item without its end')
    at = endOf(source, element, end, explicit)
  }
  throw new DicomFault('damaged', 'an item without its end')
}

const isSequence = ({ vr, length }: Element) =>
  vr === 'SQ' || (length === undefinedLength && vr !== 'UN')

function* elements(
  source: Source,
  start: number,
  end: number,
  depth: number,
): Generator<Uint8Array> {
  if (depth > limits.sequenceDepth)
    throw new DicomFault('too-large', `more than ${limits.sequenceDepth} sequences in each other`)
  for (let at = start; at < end;) {
    const element = readElement(source, at, end, explicit)
    const { tag, length } = element
    if (tag >= item) throw new DicomFault('damaged', 'a delimiter of nothing')
    const next = endOf(source, element, end, explicit)
    if (isSequence(element)) {
      yield head(tag, openLength)
      yield* items(source, element.start, next, depth)
      yield head(sequenceEnd, 0)
    } else {
      // PS3.5 6.2.2: unknown and without a length, it is implicit already, delimiters and all.
      yield head(tag, length === undefinedLength ? openLength : length)
      yield source.bytes.subarray(element.start, next)
    }
    at = next
  }
}

/**
 * The same data set in implicit little-endian encoding, in parts that follow each other; given in explicit
 * little-endian encoding and without compressed pixels. Values are windows onto what was given.
 */
export function implicitDataSet(dataSet: Uint8Array): Uint8Array[] {
  const source = sourceOf(dataSet)
  return [...elements(source, 0, dataSet.length, 0)]
}
