import { createLimitFault, DicomFault } from '../fault.ts'
import { limits } from '../limits.ts'
import {
  createDamagedFault,
  itemTag,
  itemDelimitationTag,
  readElement,
  readTag,
  sequenceDelimitationTag,
  formatTag,
  undefinedLength,
} from './element.ts'
import type { Element, Encoding, Source } from './element.ts'

/** The position of an item of a sequence, or of a fragment of encapsulated pixel data. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** PS3.5 6.2.2: a sequence of VR UN is encoded as implicit VR little endian. */
export const getItemEncoding = ({ vr }: Element, encoding: Encoding): Encoding =>
  vr === 'UN' ? { isExplicit: false, isLittleEndian: true } : encoding

const hasFragments = ({ vr }: Element) => vr === 'OB' || vr === 'OW'

interface Level {
  readonly isItem: boolean
  readonly encoding: Encoding
}

/**
 * The end of an element: if its length is undefined, after its delimiter. An explicit stack instead
 * of recursion, because a crafted file can nest sequences deeper than the call stack. Parts of
 * known length are skipped, so every byte is read at most once. /
 */
export function findElementEnd(
  source: Source,
  element: Element,
  end: number,
  outer: Encoding,
): number {
  if (element.length !== undefinedLength) return element.start + element.length
  const levels: Level[] = [{ isItem: false, encoding: getItemEncoding(element, outer) }]
  let at = element.start
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const next = readElement(source, at, end, level.encoding)
    at = next.start + Math.max(next.length, 0)
    if (next.tag === sequenceDelimitationTag) {
      // The last item may lack its delimiter; the sequence ends nevertheless.
      if (level.isItem) levels.pop()
      levels.pop()
    } else if (level.isItem) {
      // This item lacks its delimiter; the next item replaces it.
      const isNextItem = next.tag === itemTag && next.length !== undefinedLength
      if (next.tag === itemDelimitationTag || isNextItem) levels.pop()
      else if (next.tag !== itemTag && next.length === undefinedLength) {
        levels.push({ isItem: false, encoding: getItemEncoding(next, level.encoding) })
      }
    } else if (next.tag !== itemTag) {
      throw createDamagedFault(next.start, `${formatTag(next.tag)} where an item should begin`)
    } else if (next.length === undefinedLength) {
      levels.push({ ...level, isItem: true })
    }
    if (levels.length > 2 * limits.sequenceDepth) {
      throw createLimitFault(
        'sequenceDepth',
        `more than ${limits.sequenceDepth} sequences in each other`,
      )
    }
  }
  return at
}

/** The positions of the items of a sequence, or of the fragments of encapsulated pixel data. */
export function findItemSpans(
  source: Source,
  element: Element,
  end: number,
  outer: Encoding,
): readonly Span[] {
  const encoding = hasFragments(element) ? outer : getItemEncoding(element, outer)
  const isOpen = element.length === undefinedLength
  const last = isOpen ? end : element.start + element.length
  const spans: Span[] = []
  for (let at = element.start; at < last;) {
    const next = readElement(source, at, last, encoding)
    if (next.tag === sequenceDelimitationTag) break
    if (next.tag !== itemTag) {
      throw createDamagedFault(at, `${formatTag(next.tag)} where an item should begin`)
    }
    if (spans.length === limits.items) {
      throw createLimitFault('items', `${formatTag(element.tag)} has over ${limits.items} items`)
    }
    if (next.length === undefinedLength) {
      const contents = parseElements(source, next.start, last, encoding)
      spans.push({ start: next.start, end: contents.end })
      at = contents.next
    } else {
      at = next.start + next.length
      spans.push({ start: next.start, end: at })
    }
  }
  return spans
}

export interface ParsedElements {
  readonly elements: ReadonlyMap<number, Element>
  /** End of the elements, before the delimiter that ends them. */
  readonly end: number
  /** Position at which to continue reading. */
  readonly next: number
}

const pixelData = 0x7f_e0_00_10

function isPadding({ bytes }: Source, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== 0) return false
  return true
}

function checkCount(count: number): void {
  if (count > limits.elements) {
    throw createLimitFault('elements', `more than ${limits.elements} elements beside each other`)
  }
}

/** Parses the elements of an item of a sequence, one level deep, until `end` or a delimiter. */
export function parseElements(
  source: Source,
  start: number,
  end: number,
  encoding: Encoding,
): ParsedElements {
  const elements = new Map<number, Element>()
  let count = 0
  for (let at = start; at < end;) {
    const element = readElement(source, at, end, encoding)
    checkCount((count += 1))
    if (element.tag === itemDelimitationTag) return { elements, end: at, next: element.start }
    // This item lacks its delimiter; the caller, which reads the sequence, handles this one.
    if (element.tag >= itemTag) return { elements, end: at, next: at }
    // The first of two elements with the same tag counts, as in dcmtk.
    if (!elements.has(element.tag)) elements.set(element.tag, element)
    at = findElementEnd(source, element, end, encoding)
  }
  return { elements, end, next: end }
}

/** Parses the elements of a file while `isWanted`; sequences are parsed lazily. */
export function parseFileElements(
  source: Source,
  start: number,
  encoding: Encoding,
  isWanted: (tag: number) => boolean = () => true,
): ParsedElements {
  const end = source.bytes.length
  const elements = new Map<number, Element>()
  let at = start
  let count = 0
  let isZeroKnown = false
  while (at < end) {
    try {
      // The tag is checked first: after the wanted elements another encoding may begin.
      if (at + 4 <= end && !isWanted(readTag(source, at, encoding.isLittleEndian))) break
      const element = readElement(source, at, end, encoding)
      if (element.tag === 0 && !isZeroKnown) {
        // Searched once: zeros that other bytes follow are read as elements, up to the limit.
        if (isPadding(source, at, end)) break
        isZeroKnown = true
      }
      checkCount((count += 1))
      at = element.tag >= itemTag ? element.start : findElementEnd(source, element, end, encoding)
      if (!elements.has(element.tag)) elements.set(element.tag, element)
    } catch (error) {
      if (error instanceof DicomFault && error.code === 'too-large') throw error
      // Damage after complete pixel data does not affect the image, and padding is not an element.
      if (elements.has(pixelData) || isPadding(source, at, end)) break
      throw error
    }
  }
  return { elements, end: at, next: at }
}
