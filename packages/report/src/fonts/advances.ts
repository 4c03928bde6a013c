import { decodeAdvances } from './advance-codec.ts'
import { drawnSignAdvance, drawnSigns } from './drawn-signs.ts'
import { substituteCodePoint } from './faces.ts'
import type { FontFace } from './faces.ts'
import { interAdvances } from './inter-advances.ts'

let decoded: Record<FontFace, Map<number, number>> | undefined

/** Decoded with the first text, because a page that shows no report should not pay for it. */
const getTable = (face: FontFace): Map<number, number> =>
  (decoded ??= decodeAdvances(interAdvances))[face]

/** Whether a character is printed as itself; another one is printed as a white square. */
export function isPrintable(codePoint: number, face: FontFace = 'regular'): boolean {
  return getTable(face).has(codePoint) || drawnSigns.some((drawnSign) => drawnSign === codePoint)
}

/** Whether the files of Inter have the character; a browser shows another one in another font. */
export const isInInter = (codePoint: number, face: FontFace = 'regular'): boolean =>
  getTable(face).has(codePoint)

/** The width of a character in units of an em (2048), without kerning. */
export function getAdvance(face: FontFace, codePoint: number): number {
  const table = getTable(face)
  const own = table.get(codePoint)
  if (own !== undefined) return own
  if (drawnSigns.some((drawnSign) => drawnSign === codePoint)) return drawnSignAdvance
  return table.get(substituteCodePoint) ?? 0
}
