import { expect, test } from 'vitest'
import { encodeAdvances } from './advance-codec.ts'
import {
  drawnSignAdvance,
  femaleSign,
  getAdvance,
  isInInter,
  isPrintable,
  maleSign,
} from './index.ts'
import { fontFaces, readTrueType, subsetFont, unitsPerEm, withDrawnSigns } from './index.ts'
import { interFonts, readInterFile } from '../testing/inter-fonts.ts'

const plain = {
  regular: readTrueType(readInterFile('regular')),
  bold: readTrueType(readInterFile('bold')),
  italic: readTrueType(readInterFile('italic')),
  boldItalic: readTrueType(readInterFile('boldItalic')),
}

/** Without the private use area, whose characters mean something in one font only. */
const publicCodePoints = [...new Set(fontFaces.flatMap((face) => plain[face].codePoints))].filter(
  (codePoint) => !/\p{Co}/u.test(String.fromCodePoint(codePoint)),
)

test('the committed table has the advance widths of the font files; update it with vitest -u', async () => {
  const encoded = encodeAdvances(publicCodePoints, (face, codePoint) => {
    const glyph = plain[face].findGlyph(codePoint)
    return glyph === 0 ? undefined : plain[face].getAdvance(glyph)
  })
  const faces = fontFaces.map((face) => `const ${face} =\n  '${encoded.faces[face]}'\n`)
  const file = `import type { EncodedAdvances } from './advance-codec.ts'

// Generated from the font files by fonts.test.ts.
const ranges =
  '${encoded.ranges}'
${faces.join('')}
export const interAdvances: EncodedAdvances = {
  ranges,
  faces: { ${fontFaces.join(', ')} },
}
`
  await expect(file).toMatchFileSnapshot('./inter-advances.ts')
})

test('every character has the same advance in the table and in the font', () => {
  for (const face of fontFaces) {
    const font = interFonts[face]
    expect(font.unitsPerEm).toBe(unitsPerEm)
    const wrong = publicCodePoints.filter(
      (codePoint) =>
        font.findGlyph(codePoint) !== 0 &&
        font.getAdvance(font.findGlyph(codePoint)) !== getAdvance(face, codePoint),
    )
    expect(wrong).toEqual([])
  }
})

test('Inter has every character of French and the signs of reports, and the signs of sex are drawn', () => {
  const needed = 'ÀÂÄÆÇÉÈÊËÎÏÔŒÙÛÜŸàâäæçéèêëîïôœùûüÿ«»’“”…–—−°≥≤≈×±µ½²³ᵉ→✓řłőşğ\u00a0\u202f\u2011□•'
  for (const face of fontFaces) {
    const missing = Array.from(needed).filter(
      (sign) => plain[face].findGlyph(sign.codePointAt(0) ?? 0) === 0,
    )
    expect(missing).toEqual([])
  }
  expect(isInInter(maleSign)).toBe(false)
  expect(isPrintable(maleSign)).toBe(true)
  expect(isPrintable(0x72ac)).toBe(false)
  expect(getAdvance('italic', femaleSign)).toBe(drawnSignAdvance)
  expect(getAdvance('regular', 0x72ac)).toBe(getAdvance('regular', 0x25a1))
})

/** The glyphs of a font file without a character map, as the subsetter writes it. */
function readSubset(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables = new Map<string, number>()
  for (let index = 0; index < view.getUint16(4); index++) {
    const at = 12 + 16 * index
    tables.set(String.fromCodePoint(...bytes.subarray(at, at + 4)), view.getUint32(at + 8))
  }
  const at = (tag: string) => tables.get(tag) ?? Number.NaN
  return {
    count: view.getUint16(at('maxp') + 4),
    advance: (glyph: number) => view.getUint16(at('hmtx') + 4 * glyph),
    outline: (glyph: number) =>
      bytes.slice(
        at('glyf') + view.getUint32(at('loca') + 4 * glyph),
        at('glyf') + view.getUint32(at('loca') + 4 * glyph + 4),
      ),
  }
}

test('a subset keeps outlines and advances, and brings the parts of composite glyphs', () => {
  const font = plain.regular
  const glyphs = [0, ...Array.from('Aéœ ').map((sign) => font.findGlyph(sign.codePointAt(0) ?? 0))]
  const subset = readSubset(subsetFont(font, glyphs))
  expect(subset.count).toBeGreaterThan(glyphs.length)
  for (const [index, glyph] of glyphs.entries()) {
    expect(subset.advance(index)).toBe(font.getAdvance(glyph))
  }
  const letter = font.getOutline(glyphs[1] ?? 0)
  expect(subset.outline(1).subarray(0, letter.length)).toEqual(letter)
  expect(subset.outline(4)).toHaveLength(0)
  // é is composite: its first part is behind the glyphs that were asked for.
  const accented = subset.outline(2)
  const view = new DataView(accented.buffer)
  expect(view.getInt16(0)).toBe(-1)
  expect(view.getUint16(12)).toBeGreaterThanOrEqual(glyphs.length)
  expect(view.getUint16(12)).toBeLessThan(subset.count)
})

test('the drawn signs are glyphs with outlines of their own', () => {
  const font = withDrawnSigns(plain.bold)
  const glyph = font.findGlyph(maleSign)
  expect(glyph).toBeGreaterThanOrEqual(plain.bold.glyphCount)
  const subset = readSubset(subsetFont(font, [0, glyph]))
  expect(subset.advance(1)).toBe(drawnSignAdvance)
  expect(new DataView(subset.outline(1).buffer).getInt16(0)).toBe(5)
})

test('a file that is no font is refused', () => {
  expect(() => readTrueType(new Uint8Array(100))).toThrow('not a TrueType font')
})
