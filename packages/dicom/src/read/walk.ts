import { DicomFault } from '../fault.ts'
import { limits } from '../limits.ts'
import {
  damagedAt,
  item,
  itemEnd,
  readElement,
  readTag,
  sequenceEnd,
  tagName,
  undefinedLength,
} from './element.ts'
import type { Element, Encoding, Source } from './element.ts'

/** An item of a sequence, or a fragment of compressed pixel data. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** PS3.5 6.2.2: a sequence whose VR was lost on the way is kept as it was sent, implicit. */
export const encodingInside = ({ vr }: Element, encoding: Encoding): Encoding =>
  vr === 'UN' ? { isExplicit: false, isLittleEndian: true } : encoding

const hasFragments = ({ vr }: Element) => vr === 'OB' || vr === 'OW'

interface Level {
  readonly isItem: boolean
  readonly encoding: Encoding
}

/**
 * Where an element of undefined length ends: after its delimiter. A stack of our own instead of
 * recursion, because a file can hold deeper sequences than the machine has stack. Parts of known
 * length are stepped over, so every byte is looked at no more than once.
 */
export function endOf(source: Source, element: Element, end: number, outer: Encoding): number {
  if (element.length !== undefinedLength) return element.start + element.length
  const levels: Level[] = [{ isItem: false, encoding: encodingInside(element, outer) }]
  let at = element.start
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const next = readElement(source, at, end, level.encoding)
    at = next.start + Math.max(next.length, 0)
    if (next.tag === sequenceEnd) {
      // A writer that forgot the end of the last item still means the end of the sequence.
      if (level.isItem) levels.pop()
      levels.pop()
    } else if (level.isItem) {
      // The next item, where the end of this one was forgotten, takes its place.
      const isNextItem = next.tag === item && next.length !== undefinedLength
      if (next.tag === itemEnd || isNextItem) levels.pop()
      else if (next.tag !== item && next.length === undefinedLength) {
        levels.push({ isItem: false, encoding: encodingInside(next, level.encoding) })
      }
    } else if (next.tag !== item) {
      throw damagedAt(next.start, `${tagName(next.tag)} where an item should begin`)
    } else if (next.length === undefinedLength) {
      levels.push({ ...level, isItem: true })
    }
    if (levels.length > 2 * limits.sequenceDepth) {
      throw new DicomFault('too-large', `more than ${limits.sequenceDepth} sequences in each other`)
    }
  }
  return at
}

/** The items of a sequence, or the fragments of pixel data; with their positions only. */
export function spansOf(
  source: Source,
  element: Element,
  end: number,
  outer: Encoding,
): readonly Span[] {
  const encoding = hasFragments(element) ? outer : encodingInside(element, outer)
  const isOpen = element.length === undefinedLength
  const last = isOpen ? end : element.start + element.length
  const spans: Span[] = []
  for (let at = element.start; at < last;) {
    const next = readElement(source, at, last, encoding)
    if (next.tag === sequenceEnd) break
    if (next.tag !== item) {
      throw damagedAt(at, `${tagName(next.tag)} where an item should begin`)
    }
    if (spans.length === limits.items) {
      throw new DicomFault('too-large', `${tagName(element.tag)} has over ${limits.items} items`)
    }
    if (next.length === undefinedLength) {
      const contents = walk(source, next.start, last, encoding)
      spans.push({ start: next.start, end: contents.end })
      at = contents.next
    } else {
      at = next.start + next.length
      spans.push({ start: next.start, end: at })
    }
  }
  return spans
}

export interface Walk {
  readonly elements: ReadonlyMap<number, Element>
  /** Of the elements, before a delimiter that ends them. */
  readonly end: number
  /** Where reading goes on. */
  readonly next: number
}

const pixelData = 0x7f_e0_00_10

const isPadding = ({ bytes }: Source, at: number, end: number) =>
  bytes.subarray(at, end).every((byte) => byte === 0)

/** The elements of an item of a sequence, one level deep, until `end` or a delimiter. */
export function walk(source: Source, start: number, end: number, encoding: Encoding): Walk {
  const elements = new Map<number, Element>()
  for (let at = start; at < end;) {
    const element = readElement(source, at, end, encoding)
    if (element.tag === itemEnd) return { elements, end: at, next: element.start }
    // This item lacks its end; the sequence around it reads this delimiter itself.
    if (element.tag >= item) return { elements, end: at, next: at }
    // Of two elements with one tag the first counts, as dcmtk reads them.
    if (!elements.has(element.tag)) elements.set(element.tag, element)
    at = endOf(source, element, end, encoding)
  }
  return { elements, end, next: end }
}

/** The elements of a file, while `isWanted`; those of sequences are read when they are asked for. */
export function walkFile(
  source: Source,
  start: number,
  encoding: Encoding,
  isWanted: (tag: number) => boolean = () => true,
): Walk {
  const end = source.bytes.length
  const elements = new Map<number, Element>()
  let at = start
  while (at < end) {
    try {
      // Before the rest of it is believed: behind the wanted ones another encoding may begin.
      if (at + 4 <= end && !isWanted(readTag(source, at, encoding.isLittleEndian))) break
      const element = readElement(source, at, end, encoding)
      at = element.tag >= item ? element.start : endOf(source, element, end, encoding)
      if (!elements.has(element.tag)) elements.set(element.tag, element)
    } catch (error) {
      // Nothing after whole pixel data can harm the picture, and padding belongs to no element.
      if (elements.has(pixelData) || isPadding(source, at, end)) break
      throw error
    }
  }
  return { elements, end: at, next: at }
}
