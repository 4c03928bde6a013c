import { textOf } from './character-set.ts'
import type { Element, Encoding, Source } from './element.ts'
import { tags } from './tags.ts'
import { encodingInside, endOf, spansOf, walk } from './walk.ts'
import type { Span } from './walk.ts'

/**
 * The elements of a file or of an item, by tag. A value is read when it is asked for, and a value of
 * the wrong kind is like one that is not there: a file says Rows in four bytes, and who believes it
 * reads past the end.
 */
export class DataSet {
  readonly encoding: Encoding
  readonly #source: Source
  readonly #elements: ReadonlyMap<number, Element>
  readonly #end: number
  readonly #spans = new Map<number, readonly Span[]>()
  /** The terms of Specific Character Set, of this item or of what it lies in. */
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

  /** In the order of the file; of two with one tag the first. */
  elements(): IterableIterator<Element> {
    return this.#elements.values()
  }

  /**
   * A window onto the file, not a copy. Nothing for sequences, for compressed pixel data, and for
   * pixels of a file of which only the head was read.
   */
  bytes(tag: number): Uint8Array | undefined {
    const element = this.#elements.get(tag)
    if (!element || element.length < 0) return undefined
    const end = element.start + element.length
    return end > this.#source.bytes.length
      ? undefined
      : this.#source.bytes.subarray(element.start, end)
  }

  /** As `bytes`, and of a value without a length everything until behind the delimiter that ends it. */
  extent(tag: number): Uint8Array {
    const element = this.#elements.get(tag)
    if (!element) return new Uint8Array()
    const end = endOf(this.#source, element, this.#end, this.encoding)
    return this.#source.bytes.subarray(element.start, end)
  }

  /** The values of an element of 16 bits, as unsigned numbers. */
  words(tag: number): readonly number[] {
    const element = this.#elements.get(tag)
    if (!element || element.length < 2 || !['', 'US', 'SS', 'OW', 'UN'].includes(element.vr))
      return []
    return Array.from({ length: Math.min(element.length >> 1, 65_536) }, (_, index) =>
      this.#source.view.getUint16(element.start + 2 * index, this.encoding.isLittleEndian),
    )
  }

  word(tag: number): number | undefined {
    return this.words(tag)[0]
  }

  /** The numbers of a decimal or integer string, or of a binary number where somebody wrote one. */
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

  /** Only if it is a number; the first of several. */
  number(tag: number): number | undefined {
    const first = this.numbers(tag)[0]
    return Number.isFinite(first) ? first : undefined
  }

  /** The first value of a code or an identifier. */
  code(tag: number): string {
    return (
      this.#ascii(tag)
        .split('\\', 1)[0]
        ?.replaceAll(/[\0\s]+$/gu, '')
        .trimStart() ?? ''
    )
  }

  /** Text that people wrote, in the character set of the file. */
  text(tag: number): string {
    const bytes = this.#value(tag)
    return textOf(bytes, this.characterSet)
      .replaceAll(/[\0\s]+$/gu, '')
      .trimStart()
  }

  /** Found once: whoever goes through a thousand frames asks for them a thousand times. */
  spans(tag: number): readonly Span[] {
    const element = this.#elements.get(tag)
    if (!element) return []
    const found = this.#spans.get(tag) ?? spansOf(this.#source, element, this.#end, this.encoding)
    this.#spans.set(tag, found)
    return found
  }

  /** An item of a sequence. */
  item(tag: number, index = 0): DataSet | undefined {
    const element = this.#sequence(tag)
    const span = element && this.spans(tag)[index]
    return span && this.#itemIn(element, span)
  }

  /** The items of a sequence, each read when it is its turn. */
  *items(tag: number): IterableIterator<DataSet> {
    const element = this.#sequence(tag)
    if (!element) return
    for (const span of this.spans(tag)) yield this.#itemIn(element, span)
  }

  /** A sequence that is no sequence has nothing to read; only its bytes would look like items. */
  #sequence(tag: number): Element | undefined {
    const element = this.#elements.get(tag)
    return element && ['', 'SQ', 'UN'].includes(element.vr) ? element : undefined
  }

  #itemIn(element: Element, span: Span): DataSet {
    const encoding = encodingInside(element, this.encoding)
    const { elements } = walk(this.#source, span.start, span.end, encoding)
    return new DataSet(this.#source, elements, span.end, encoding, this.characterSet)
  }

  fragment({ start, end }: Span): Uint8Array {
    return this.#source.bytes.subarray(start, end)
  }

  /** Names and codes are short; a value of megabytes is not text that anybody wrote. */
  #value(tag: number): Uint8Array {
    return this.bytes(tag)?.subarray(0, 16 * 1024) ?? new Uint8Array()
  }

  #ascii(tag: number): string {
    // A third of the time that spreading the bytes takes, and this is most of the reading of a head.
    return String(Reflect.apply(String.fromCharCode, undefined, this.#value(tag)))
  }
}
