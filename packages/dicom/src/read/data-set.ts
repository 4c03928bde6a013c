import { decodeText } from './character-set.ts'
import type { Element, Encoding, Source } from './element.ts'
import { tags } from './tags.ts'
import { getItemEncoding, findElementEnd, findItemSpans, parseElements } from './parse-elements.ts'
import type { Span } from './parse-elements.ts'

const wordVrs = ['', 'US', 'SS', 'OW', 'UN']
const isOfWords = ({ length, vr }: Element) => length >= 2 && wordVrs.includes(vr)

const lastPrintable = /[^\0\s]$/u

/** Removes padding. Searching for it from the start of a text takes longer than reading the text. */
const trimValue = (text: string) =>
  (lastPrintable.test(text) ? text : text.replaceAll(/[\0\s]+$/gu, '')).trimStart()

/**
 * The data elements of a file or of an item, by tag. Values are read lazily. A value of the wrong
 * VR counts as missing: a file may declare Rows in four bytes, and trusting it would read past the
 * end. /
 */
export class DataSet {
  readonly encoding: Encoding
  readonly #source: Source
  readonly #elements: ReadonlyMap<number, Element>
  readonly #end: number
  readonly #spans = new Map<number, readonly Span[]>()
  /** The terms of Specific Character Set, of this item or inherited from its parent. */
  readonly characterSet: readonly string[]

  constructor(
    source: Source,
    elements: ReadonlyMap<number, Element>,
    end: number,
    encoding: Encoding,
    outerCharacterSet: readonly string[] = [],
  ) {
    this.encoding = encoding
    this.#source = source
    this.#elements = elements
    this.#end = end
    this.characterSet = elements.has(tags.characterSet)
      ? this.#ascii(tags.characterSet)
          .split('\\')
          .map((term) => term.trim())
      : outerCharacterSet
  }

  element(tag: number): Element | undefined {
    return this.#elements.get(tag)
  }

  /** In the order of the file; the first of two elements with the same tag. */
  elements(): IterableIterator<Element> {
    return this.#elements.values()
  }

  /**
   * A view of the file, not a copy. Undefined for sequences, for encapsulated pixel data, and for
   * the pixel data of a file of which only the header was read. /
   */
  bytes(tag: number): Uint8Array | undefined {
    const element = this.#elements.get(tag)
    if (!element || element.length < 0) return undefined
    const end = element.start + element.length
    return end > this.#source.bytes.length
      ? undefined
      : this.#source.bytes.subarray(element.start, end)
  }

  /**
   * Like `bytes`, but a value of undefined length includes everything up to and with its delimiter.
   */
  extent(tag: number): Uint8Array {
    const element = this.#elements.get(tag)
    if (!element) return new Uint8Array()
    const end = findElementEnd(this.#source, element, this.#end, this.encoding)
    return this.#source.bytes.subarray(element.start, end)
  }

  /** The values of a 16-bit element, as unsigned integers. */
  words(tag: number): readonly number[] {
    const element = this.#elements.get(tag)
    if (!element || !isOfWords(element)) return []
    return Array.from({ length: Math.min(element.length >> 1, 65_536) }, (_, index) =>
      this.#source.view.getUint16(element.start + 2 * index, this.encoding.isLittleEndian),
    )
  }

  /** The first of `words`. */
  word(tag: number): number | undefined {
    const element = this.#elements.get(tag)
    return element && isOfWords(element)
      ? this.#source.view.getUint16(element.start, this.encoding.isLittleEndian)
      : undefined
  }

  /** The numbers of a decimal or integer string; some writers store a binary number instead. */
  numbers(tag: number): readonly number[] {
    const element = this.#elements.get(tag)
    if (!element || element.length <= 0) return []
    const { view } = this.#source
    const { start, length, vr } = element
    const { isLittleEndian } = this.encoding
    if (vr === 'FD' && length >= 8) return [view.getFloat64(start, isLittleEndian)]
    if (vr === 'FL' && length >= 4) return [view.getFloat32(start, isLittleEndian)]
    if (vr === 'US' && length >= 2) return [view.getUint16(start, isLittleEndian)]
    if (vr === 'SS' && length >= 2) return [view.getInt16(start, isLittleEndian)]
    return this.#ascii(tag)
      .split('\\')
      .map((part) => (part.trim() === '' ? NaN : Number(part)))
  }

  /** The first value, if it is a finite number. */
  number(tag: number): number | undefined {
    const first = this.numbers(tag)[0]
    return Number.isFinite(first) ? first : undefined
  }

  /** The first value of a code or an identifier. */
  code(tag: number): string {
    if (this.#isEmpty(tag)) return ''
    const text = this.#ascii(tag)
    const end = text.indexOf('\\')
    return trimValue(end === -1 ? text : text.slice(0, end))
  }

  /** Free text, in the character set of the file. */
  text(tag: number): string {
    return this.#isEmpty(tag) ? '' : trimValue(decodeText(this.#value(tag), this.characterSet))
  }

  /** Most of the attributes that are asked for are not in a file: nothing is decoded for them. */
  #isEmpty(tag: number): boolean {
    const element = this.#elements.get(tag)
    return !element || element.length <= 0
  }

  /** Cached: reading a thousand frames asks for them a thousand times. */
  spans(tag: number): readonly Span[] {
    const element = this.#elements.get(tag)
    if (!element) return []
    const found =
      this.#spans.get(tag) ?? findItemSpans(this.#source, element, this.#end, this.encoding)
    this.#spans.set(tag, found)
    return found
  }

  /** An item of a sequence. */
  item(tag: number, index = 0): DataSet | undefined {
    const element = this.#sequence(tag)
    const span = element && this.spans(tag)[index]
    return span && this.#itemIn(element, span)
  }

  countItems(tag: number): number {
    return this.#sequence(tag) ? this.spans(tag).length : 0
  }

  /** The items of a sequence, each parsed when the iterator reaches it. */
  *items(tag: number): IterableIterator<DataSet> {
    const element = this.#sequence(tag)
    if (!element) return
    for (const span of this.spans(tag)) yield this.#itemIn(element, span)
  }

  /** Undefined if the VR is not a sequence, even if the bytes look like items. */
  #sequence(tag: number): Element | undefined {
    const element = this.#elements.get(tag)
    return element && ['', 'SQ', 'UN'].includes(element.vr) ? element : undefined
  }

  #itemIn(element: Element, span: Span): DataSet {
    const encoding = getItemEncoding(element, this.encoding)
    const { elements } = parseElements(this.#source, span.start, span.end, encoding)
    return new DataSet(this.#source, elements, span.end, encoding, this.characterSet)
  }

  fragment({ start, end }: Span): Uint8Array {
    return this.#source.bytes.subarray(start, end)
  }

  /** Names and codes are short; a value of megabytes is not text. */
  #value(tag: number): Uint8Array {
    return this.bytes(tag)?.subarray(0, 16 * 1024) ?? new Uint8Array()
  }

  #ascii(tag: number): string {
    // Takes a third of the time of spreading the bytes; most of the time of reading a header is
    // spent here.
    return String(Reflect.apply(String.fromCharCode, undefined, this.#value(tag)))
  }
}
