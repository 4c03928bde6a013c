import { measureText } from '../layout/index.ts'
import type { PlacedLine } from '../layout/index.ts'
import type { FontFace } from '../fonts/index.ts'
import { colours } from './colours.ts'
import type { Colour, DrawnText, PdfPage } from './pdf-page.ts'

/** Readers join the last word of a line with the next one unless a space ends the line. */
export const endWithSpace = (text: string): string => (/\s$/u.test(text) ? text : `${text} `)

/** Draws lines exactly as they were placed. A line that a hyphen ends has no space added. */
export function drawLines(
  page: PdfPage,
  lines: readonly PlacedLine[],
  colour: Colour = colours.text,
) {
  for (const [index, { pieces, size, baseline }] of lines.entries()) {
    const isLastLine = index === lines.length - 1
    for (const [piece, { text, face, x }] of pieces.entries()) {
      const isLastPiece = piece === pieces.length - 1
      const shown = isLastLine && isLastPiece ? endWithSpace(text) : text
      page.drawText({ text: shown, face, size, x, baseline, colour })
    }
  }
}

/** Draws one line of text that ends with a space. */
export function drawTextLine(page: PdfPage, drawn: DrawnText) {
  page.drawText({ ...drawn, text: endWithSpace(drawn.text) })
}

/** The largest size, from `largest` down to `smallest`, at which the text fits the width. */
export function fitSize(
  text: string,
  face: FontFace,
  width: number,
  largest: number,
  smallest: number,
): number {
  let size = largest
  while (size > smallest && measureText(text, face, size) > width) size -= 0.5
  return size
}

/** Shortens the text to the width; the last sign is then an ellipsis. */
export function fitText(text: string, face: FontFace, size: number, width: number): string {
  if (measureText(text, face, size) <= width) return text
  const signs = Array.from(text)
  while (signs.length > 0 && measureText(`${signs.join('').trimEnd()}…`, face, size) > width) {
    signs.pop()
  }
  return `${signs.join('').trimEnd()}…`
}
