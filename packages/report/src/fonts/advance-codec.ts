import type { FontFace } from './faces.ts'
import { fontFaces } from './faces.ts'

/** The advance widths of the four faces as text: a few kilobytes instead of the font files. */
export interface EncodedAdvances {
  /** Pairs of base 36: the gap since the end of the last range, and the length of this range. */
  readonly ranges: string
  /** Two digits of base 88 for each code point of the ranges: 0 if missing, else the advance + 1. */
  readonly faces: Readonly<Record<FontFace, string>>
}

/** The printable signs of ASCII that need no escape in a string of JavaScript. */
const digits = Array.from({ length: 92 }, (_, index) => String.fromCodePoint(35 + index))
  .filter((sign) => !"'`\\$".includes(sign))
  .join('')
const base = digits.length

export function encodeAdvances(
  codePoints: readonly number[],
  getAdvance: (face: FontFace, codePoint: number) => number | undefined,
): EncodedAdvances {
  const sorted = codePoints.toSorted((a, b) => a - b)
  const ranges: [start: number, length: number][] = []
  for (const codePoint of sorted) {
    const last = ranges.at(-1)
    if (last && last[0] + last[1] === codePoint) last[1]++
    else ranges.push([codePoint, 1])
  }
  let end = 0
  const text = ranges.map(([start, length]) => {
    const gap = start - end
    end = start + length
    return `${gap.toString(36)} ${length.toString(36)}`
  })
  const encodeFace = (face: FontFace) =>
    sorted
      .map((codePoint) => (getAdvance(face, codePoint) ?? -1) + 1)
      .map((value) => digits.charAt(Math.floor(value / base)) + digits.charAt(value % base))
      .join('')
  return {
    ranges: text.join(' '),
    faces: {
      regular: encodeFace('regular'),
      bold: encodeFace('bold'),
      italic: encodeFace('italic'),
      boldItalic: encodeFace('boldItalic'),
    },
  }
}

export function decodeAdvances(encoded: EncodedAdvances): Record<FontFace, Map<number, number>> {
  const codePoints: number[] = []
  const numbers = encoded.ranges.split(' ').map((digit) => Number.parseInt(digit, 36))
  let at = 0
  for (let pair = 0; pair < numbers.length; pair += 2) {
    at += numbers[pair] ?? 0
    for (let left = numbers[pair + 1] ?? 0; left > 0; left--) codePoints.push(at++)
  }
  const decodeFace = (face: FontFace) => {
    const map = new Map<number, number>()
    const text = encoded.faces[face]
    for (const [index, codePoint] of codePoints.entries()) {
      const high = digits.indexOf(text.charAt(2 * index))
      const value = high * base + digits.indexOf(text.charAt(2 * index + 1))
      if (value > 0) map.set(codePoint, value - 1)
    }
    return map
  }
  const [regular, bold, italic, boldItalic] = fontFaces.map(decodeFace)
  if (!regular || !bold || !italic || !boldItalic) throw new Error('A face is missing')
  return { regular, bold, italic, boldItalic }
}
