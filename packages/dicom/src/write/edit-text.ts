import { attributeOf } from '../dictionary/dictionary.ts'
import { limits } from '../limits.ts'
import { textOf } from '../read/character-set.ts'
import type { DataSet } from '../read/data-set.ts'
import { undefinedLength } from '../read/element.ts'
import type { Element, Encoding, Source } from '../read/element.ts'
import { tags } from '../read/tags.ts'
import { encodingInside, spansOf, walk } from '../read/walk.ts'
import { unicode } from './data-set.ts'
import { isFreeText } from './text.ts'
import { unicodeWriter, utf8 } from './value-bytes.ts'
import type { TextWriter } from './value-bytes.ts'

const escape = 0x1b
const isAscii = (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80 && byte !== escape)
const isAsciiText = (text: string) => utf8(text).length === text.length

const vrOf = ({ tag, vr }: Element) => (vr === '' ? (attributeOf(tag)?.vr ?? '') : vr)

/** Whether all text of these elements and of the sequences among them is the same in every set. */
export function isAsciiThroughout(
  source: Source,
  elements: Iterable<Element>,
  encoding: Encoding,
  depth = 0,
): boolean {
  if (depth > limits.sequenceDepth) return false
  for (const element of elements) {
    const vr = vrOf(element)
    const { tag, start, length } = element
    if (isFreeText(vr) && !isAscii(source.bytes.subarray(start, start + length))) return false
    const isSequence = vr === 'SQ' || (length === undefinedLength && tag !== tags.pixelData)
    if (!isSequence) continue
    const inside = encodingInside(element, encoding)
    const isPlain = spansOf(source, element, source.bytes.length, encoding).every((span) => {
      const items = walk(source, span.start, span.end, inside).elements.values()
      return isAsciiThroughout(source, items, inside, depth + 1)
    })
    if (!isPlain) return false
  }
  return true
}

/** One byte for one letter, the same in every set of its kind: Latin, Cyrillic, Greek and so on. */
const singleByte = /^ISO(?:_| 2022 )IR (?:100|101|109|110|126|127|138|144|148|166|203)$/u
const firstOfUpperHalf = 0xa0

function lettersOf(term: string): ReadonlyMap<string, number> {
  if (!singleByte.test(term)) return new Map()
  return new Map(
    Array.from({ length: 0x1_00 - firstOfUpperHalf }, (_, index) => {
      const byte = firstOfUpperHalf + index
      return [textOf(Uint8Array.of(byte), [term]), byte] as const
    }),
  )
}

const ligatures: Readonly<Record<string, string>> = {
  Œ: 'OE',
  œ: 'oe',
  Æ: 'AE',
  æ: 'ae',
  ß: 'ss',
  Ø: 'O',
  ø: 'o',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
}
const unknownLetter = '?'

/** The nearest text that the set has: accents fall off, what is left unknown is a question mark. */
function nearest(text: string, letters: ReadonlyMap<string, number>): string {
  return Array.from(text, (letter) => {
    if (isAsciiText(letter) || letters.has(letter)) return letter
    const bare = (ligatures[letter] ?? letter).normalize('NFKD').replaceAll(/\p{M}/gu, '')
    // A mark on its own belonged to the letter before it, which has been written; a separator of
    // DICOM in another width would separate.
    return isAsciiText(bare) && !/[\\^=]/u.test(bare) ? bare : unknownLetter
  }).join('')
}

const bytesIn = (text: string, letters: ReadonlyMap<string, number>) =>
  Uint8Array.from(text, (letter) => letters.get(letter) ?? letter.codePointAt(0) ?? 0)

export interface TextRule {
  readonly writer: TextWriter
  /** The file gets the character set UTF-8. */
  readonly becomesUnicode: boolean
  readonly isExact: boolean
}

/**
 * How new text is written into a file that has a character set already. Its other text is never
 * written anew: what private elements and wrongly declared sets mean cannot be known, and a name that
 * was right would come out wrong. So, in this order: what needs no set, or is UTF-8, or has a byte in
 * the file's set, is written so. A file whose text is ASCII throughout means the same as UTF-8, and is
 * declared to be. What remains is written as near as the file's set allows, and the caller is told.
 */
export function textRuleFor(
  texts: readonly string[],
  dataSet: DataSet,
  isAsciiFile: () => boolean,
): TextRule {
  const declared = String.fromCharCode(...(dataSet.bytes(tags.characterSet) ?? []))
  const [term = '', ...others] = declared.split('\\').map((part) => part.trim())
  const asUtf8: TextRule = { writer: unicodeWriter, becomesUnicode: false, isExact: true }
  const isUnicode = term === unicode && others.length === 0
  if (isUnicode || texts.every(isAsciiText)) return asUtf8
  const letters = lettersOf(term)
  const composed = texts.map((text) => text.normalize('NFC'))
  const isThere = (letter: string) => isAsciiText(letter) || letters.has(letter)
  const encode = (text: string) => bytesIn(text, letters)
  if (composed.every((text) => Array.from(text).every(isThere))) {
    const spell = (text: string) => text.normalize('NFC')
    return { writer: { spell, encode }, becomesUnicode: false, isExact: true }
  }
  if (isAsciiFile()) return { ...asUtf8, becomesUnicode: true }
  const spell = (text: string) => nearest(text.normalize('NFC'), letters)
  return { writer: { spell, encode }, becomesUnicode: false, isExact: false }
}
