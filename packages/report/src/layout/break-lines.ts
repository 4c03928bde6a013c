import { getAdvance, unitsPerEm } from '../fonts/index.ts'
import type { FontFace } from '../fonts/index.ts'
import { findBreakOpportunities } from './break-opportunities.ts'

/** A part of a paragraph in one face. */
export interface Run {
  readonly text: string
  readonly face: FontFace
}

/** A line as offsets into the text of its paragraph. The spaces at its end count for no width. */
export interface Line {
  readonly start: number
  readonly end: number
  /** Without the spaces at the end, in px. */
  readonly width: number
}

/** Differences of a billionth are rounding, not width. */
const tolerance = 1e-6

/**
 * The distance from the start of the text to each offset, in units of an em. Whole numbers, so that
 * every computer adds up the same. The second half of a surrogate pair is as far as the first.
 */
export function measureOffsets(runs: readonly Run[]): number[] {
  const distances = [0]
  let sum = 0
  for (const { text, face } of runs) {
    for (const sign of text) {
      sum += getAdvance(face, sign.codePointAt(0) ?? 0)
      for (let unit = 0; unit < sign.length; unit++) distances.push(sum)
    }
  }
  return distances
}

/** Breaks a paragraph into lines of at most `width` px. A paragraph without text is one line. */
export function breakLines(runs: readonly Run[], size: number, width: number): Line[] {
  const text = runs.map((run) => run.text).join('')
  if (text === '') return [{ start: 0, end: 0, width: 0 }]
  const distances = measureOffsets(runs)
  const measure = (start: number, end: number) =>
    (((distances[end] ?? 0) - (distances[start] ?? 0)) * size) / unitsPerEm
  const trimEnd = (start: number, end: number) => {
    let last = end
    while (last > start && text.charAt(last - 1) === ' ') last--
    return last
  }
  const measureLine = (start: number, end: number) => measure(start, trimEnd(start, end))
  const lines: Line[] = []
  const push = (start: number, end: number) =>
    lines.push({ start, end, width: measureLine(start, end) })

  let start = 0
  let lastFit = 0
  for (const end of findBreakOpportunities(text)) {
    if (measureLine(start, end) > width + tolerance && lastFit > start) {
      push(start, lastFit)
      start = lastFit
    }
    // A word that is wider than the line is cut where the line is full.
    while (measureLine(start, end) > width + tolerance) {
      const cut = findCut(text, start, end, (to) => measure(start, to) <= width + tolerance)
      if (cut >= end) break
      push(start, cut)
      start = cut
    }
    lastFit = end
  }
  if (start < text.length) push(start, text.length)
  return lines
}

/** The last offset up to which the text fits: at least one character, and never half of one. */
function findCut(text: string, start: number, end: number, fits: (to: number) => boolean): number {
  const next = (at: number) => at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
  let cut = next(start)
  while (cut < end && fits(next(cut))) cut = next(cut)
  return Math.min(cut, end)
}
