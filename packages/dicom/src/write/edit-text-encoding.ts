import { findAttribute } from '../dictionary/dictionary.ts'
import { limits } from '../limits.ts'
import { decodeText } from '../read/character-set.ts'
import type { DataSet } from '../read/data-set.ts'
import { undefinedLength } from '../read/element.ts'
import type { Element, Encoding, Source } from '../read/element.ts'
import { tags } from '../read/tags.ts'
import { getItemEncoding, findItemSpans, parseElements } from '../read/parse-elements.ts'
import { utf8CharacterSet } from './data-set.ts'
import { isFreeText } from './text.ts'
import { utf8Writer, encodeUtf8 } from './value-bytes.ts'
import type { TextWriter } from './value-bytes.ts'

const escape = 0x1b
const isAscii = (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80 && byte !== escape)
const isAsciiText = (text: string) => encodeUtf8(text).length === text.length

const vrOf = ({ tag, vr }: Element) => (vr === '' ? (findAttribute(tag)?.vr ?? '') : vr)

/** Whether all text of these elements, including nested sequences, is ASCII. */
export function hasOnlyAsciiText(
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
    const inside = getItemEncoding(element, encoding)
    const areItemsAscii = findItemSpans(source, element, source.bytes.length, encoding).every(
      (span) => {
        const items = parseElements(source, span.start, span.end, inside).elements.values()
        return hasOnlyAsciiText(source, items, inside, depth + 1)
      },
    )
    if (!areItemsAscii) return false
  }
  return true
}

/** The single-byte character sets: Latin, Cyrillic, Greek and so on. */
const singleByte = /^ISO(?:_| 2022 )IR (?:100|101|109|110|126|127|138|144|148|166|203)$/u
const firstOfUpperHalf = 0xa0

function listLetters(term: string): ReadonlyMap<string, number> {
  if (!singleByte.test(term)) return new Map()
  return new Map(
    Array.from({ length: 0x1_00 - firstOfUpperHalf }, (_, index) => {
      const byte = firstOfUpperHalf + index
      return [decodeText(Uint8Array.of(byte), [term]), byte] as const
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

/** Replaces letters that the character set lacks: without accents, or with a question mark. */
function transliterate(text: string, letters: ReadonlyMap<string, number>): string {
  return Array.from(text, (letter) => {
    if (isAsciiText(letter) || letters.has(letter)) return letter
    const bare = (ligatures[letter] ?? letter).normalize('NFKD').replaceAll(/\p{M}/gu, '')
    // A combining mark becomes empty: its letter has been written already. A full-width separator
    // must not become a DICOM separator.
    return isAsciiText(bare) && !/[\\^=]/u.test(bare) ? bare : unknownLetter
  }).join('')
}

const encodeLetters = (text: string, letters: ReadonlyMap<string, number>) =>
  Uint8Array.from(text, (letter) => letters.get(letter) ?? letter.codePointAt(0) ?? 0)

export interface TextEncodingChoice {
  readonly writer: TextWriter
  /** Whether the file is declared to be UTF-8. */
  readonly becomesUtf8: boolean
  readonly isExact: boolean
}

/**
 * Chooses the encoding of new text in a file that has a character set already. Existing text is
 * never re-encoded: private elements and wrongly declared sets cannot be interpreted, and a correct
 * name could become wrong. The rules, in this order: text that is ASCII, or goes into a UTF-8 file,
 * or fits the character set of the file is encoded as it is. A file whose text is all ASCII is
 * declared to be UTF-8. Otherwise the text is transliterated to the character set of the file, and
 * `isExact` is false. /
 */
export function chooseTextEncoding(
  texts: readonly string[],
  dataSet: DataSet,
  isAsciiFile: () => boolean,
): TextEncodingChoice {
  const declared = String.fromCharCode(...(dataSet.bytes(tags.characterSet) ?? []))
  const [term = '', ...others] = declared.split('\\').map((part) => part.trim())
  const asUtf8: TextEncodingChoice = { writer: utf8Writer, becomesUtf8: false, isExact: true }
  const isUnicode = term === utf8CharacterSet && others.length === 0
  if (isUnicode || texts.every(isAsciiText)) return asUtf8
  const letters = listLetters(term)
  const composed = texts.map((text) => text.normalize('NFC'))
  const isEncodable = (letter: string) => isAsciiText(letter) || letters.has(letter)
  const encode = (text: string) => encodeLetters(text, letters)
  if (composed.every((text) => Array.from(text).every(isEncodable))) {
    const spell = (text: string) => text.normalize('NFC')
    return { writer: { spell, encode }, becomesUtf8: false, isExact: true }
  }
  if (isAsciiFile()) return { ...asUtf8, becomesUtf8: true }
  const spell = (text: string) => transliterate(text.normalize('NFC'), letters)
  return { writer: { spell, encode }, becomesUtf8: false, isExact: false }
}
