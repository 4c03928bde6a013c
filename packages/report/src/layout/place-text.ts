import type { ReportLanguage, TextBlock } from '../document/index.ts'
import { getAdvance, unitsPerEm } from '../fonts/index.ts'
import type { FontFace } from '../fonts/index.ts'
import { breakLines } from './break-lines.ts'
import type { Line, Run } from './break-lines.ts'
import { toRuns } from './runs.ts'
import { textStyles, toBaseline } from './styles.ts'
import type { TextStyleName } from './styles.ts'

/** A part of a line in one face. */
export interface PlacedPiece extends Run {
  readonly x: number
}

export interface PlacedLine extends Line {
  readonly x: number
  readonly top: number
  readonly baseline: number
  readonly size: number
  readonly text: string
  readonly pieces: readonly PlacedPiece[]
}

export const measureText = (text: string, face: FontFace, size: number): number => {
  let sum = 0
  for (const sign of text) sum += getAdvance(face, sign.codePointAt(0) ?? 0)
  return (sum * size) / unitsPerEm
}

export interface BrokenText {
  readonly runs: readonly Run[]
  readonly lines: readonly Line[]
}

/** The lines of text that is not a node of the document: a title or a caption. */
export function breakText(
  text: string,
  face: FontFace,
  style: TextStyleName,
  width: number,
): BrokenText {
  const runs = [{ text, face }]
  return { runs, lines: breakLines(runs, textStyles[style].size, width) }
}

interface CacheEntry extends BrokenText {
  readonly width: number
  readonly style: TextStyleName
  readonly language: ReportLanguage
}

/** While one types, all blocks but one are the same objects as before. */
const cache = new WeakMap<TextBlock, CacheEntry>()

/** The lines of a paragraph or heading. The block must not be changed later. */
export function breakTextBlock(
  block: TextBlock,
  style: TextStyleName,
  width: number,
  language: ReportLanguage,
): BrokenText {
  const known = cache.get(block)
  if (known?.width === width && known.style === style && known.language === language) return known
  const runs = toRuns(block.content, language, block.type === 'heading')
  const lines = breakLines(runs, textStyles[style].size, width)
  const entry = { runs, lines, width, style, language }
  cache.set(block, entry)
  return entry
}

/** Finds the run of an offset of the whole text, and the offset in the text of the run. */
export function locateOffset(runs: readonly Run[], offset: number) {
  let left = offset
  for (const [run, { text }] of runs.entries()) {
    if (left < text.length) return { run, offset: left }
    left -= text.length
  }
  return { run: runs.length, offset: 0 }
}

function cutPieces(runs: readonly Run[], line: Line, x: number, size: number): PlacedPiece[] {
  const pieces: PlacedPiece[] = []
  let at = 0
  let right = x
  for (const { text, face } of runs) {
    const part = text.slice(Math.max(line.start - at, 0), Math.max(line.end - at, 0))
    at += text.length
    if (part === '') continue
    pieces.push({ text: part, face, x: right })
    right += measureText(part, face, size)
  }
  return pieces
}

/** Places broken text with its top left corner at a point. */
export function placeLines(
  { runs, lines }: BrokenText,
  style: TextStyleName,
  x: number,
  top: number,
): PlacedLine[] {
  const { size, lineHeight } = textStyles[style]
  const text = runs.map((run) => run.text).join('')
  return lines.map((line, index) => ({
    ...line,
    x,
    top: top + index * lineHeight,
    baseline: top + index * lineHeight + toBaseline(textStyles[style]),
    size,
    text: text.slice(line.start, line.end),
    pieces: cutPieces(runs, line, x, size),
  }))
}
