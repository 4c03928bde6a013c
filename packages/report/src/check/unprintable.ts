import { cleanText } from '../document/index.ts'
import { isPrintable } from '../fonts/index.ts'

/** A message that names the characters stays readable. */
const maxNamed = 10

const hasWhiteSquare = (text: string): boolean =>
  Array.from(cleanText(text)).some(
    (sign) => !/\s/u.test(sign) && !isPrintable(sign.codePointAt(0) ?? 0),
  )

/**
 * The characters of a text that the PDF would print as white squares, each once and as its author
 * sees them: an emoji of several code points is one.
 */
export function listUnprintable(text: string): string[] {
  if (!hasWhiteSquare(text)) return []
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const signs = Array.from(graphemes.segment(text), ({ segment }) => segment)
  return [...new Set(signs.filter(hasWhiteSquare))].slice(0, maxNamed)
}
