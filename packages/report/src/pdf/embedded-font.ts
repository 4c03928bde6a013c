import {
  getAdvance,
  isPrintable,
  subsetFont,
  substituteCodePoint,
  unitsPerEm,
} from '../fonts/index.ts'
import type { FontFace, TrueTypeFont } from '../fonts/index.ts'
import type { PdfObjects } from './pdf-objects.ts'
import { formatNumber, toHex4, toLatin1Bytes, toUnicodeString } from './pdf-syntax.ts'

/** A part of a text whose characters the font has, or one that is printed as white squares. */
export interface EncodedText {
  /** The codes of the glyphs as a hexadecimal string. */
  readonly codes: string
  /** The characters that the squares stand for; undefined if the glyphs are the characters. */
  readonly actualText: string | undefined
  /** The width in ems. */
  readonly advance: number
}

export interface EmbeddedFont {
  readonly resourceName: string
  readonly encode: (text: string) => EncodedText[]
  readonly isUsed: () => boolean
  /** Writes the font with the characters that were encoded; returns its object. */
  readonly write: () => number
}

/**
 * A font of which only the used characters are embedded. Each character has its own code, even if
 * two share a glyph, so that copied text has the characters that were written.
 */
export function createEmbeddedFont(
  objects: PdfObjects,
  font: TrueTypeFont,
  face: FontFace,
  resourceName: string,
): EmbeddedFont {
  const codes = new Map<number, number>()
  const getCode = (codePoint: number) => {
    const known = codes.get(codePoint)
    if (known !== undefined) return known
    const code = codes.size + 1
    codes.set(codePoint, code)
    return code
  }
  const encode = (text: string): EncodedText[] => {
    const parts: { codes: string; actualText: string | undefined; advance: number }[] = []
    for (const sign of text) {
      const codePoint = sign.codePointAt(0) ?? 0
      const isOwn = isPrintable(codePoint, face)
      const advance = getAdvance(face, codePoint) / unitsPerEm
      const code = toHex4(getCode(isOwn ? codePoint : substituteCodePoint))
      const last = parts.at(-1)
      if (last && (last.actualText === undefined) === isOwn) {
        last.codes += code
        last.advance += advance
        if (last.actualText !== undefined) last.actualText += sign
      } else parts.push({ codes: code, actualText: isOwn ? undefined : sign, advance })
    }
    return parts
  }
  return {
    resourceName,
    encode,
    isUsed: () => codes.size > 0,
    write: () => writeFont(objects, font, [...codes.keys()]),
  }
}

/** Six letters name a subset. They depend on its characters, so that two subsets differ. */
function toSubsetTag(codePoints: readonly number[]): string {
  let hash = 17
  for (const codePoint of codePoints) hash = (Math.imul(hash, 31) + codePoint) >>> 0
  return Array.from({ length: 6 }, (_, index) =>
    String.fromCodePoint(65 + (Math.floor(hash / 26 ** index) % 26)),
  ).join('')
}

function createUnicodeMap(codePoints: readonly number[]): string {
  const rows = codePoints.map(
    (codePoint, index) =>
      `<${toHex4(index + 1)}> ${toUnicodeString(String.fromCodePoint(codePoint))}`,
  )
  const sections: string[] = []
  // A section has at most 100 rows.
  for (let start = 0; start < rows.length; start += 100) {
    const part = rows.slice(start, start + 100)
    sections.push(`${String(part.length)} beginbfchar\n${part.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap',
    '/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def',
    '/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def',
    '1 begincodespacerange\n<0000><FFFF>\nendcodespacerange',
    ...sections,
    'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend',
  ].join('\n')
}

function writeFont(objects: PdfObjects, font: TrueTypeFont, codePoints: readonly number[]): number {
  const scale = 1000 / font.unitsPerEm
  const round = (value: number) => String(Math.round(value * scale))
  const glyphs = [0, ...codePoints.map((codePoint) => font.findGlyph(codePoint))]
  const file = subsetFont(font, glyphs)
  const name = `${toSubsetTag(codePoints)}+${font.postScriptName.replaceAll(/[^A-Za-z0-9-]/gu, '')}`
  const [id, fileId, descriptor, descendant, unicode] = [
    objects.reserve(),
    objects.reserve(),
    objects.reserve(),
    objects.reserve(),
    objects.reserve(),
  ]
  // Flags: 4 is symbolic, because the codes are our own; 64 is italic.
  const flags = font.italicAngle === 0 ? 4 : 68
  objects.putStream(fileId, `/Length1 ${String(file.length)}`, file)
  objects.put(
    descriptor,
    `<</Type/FontDescriptor/FontName/${name}/Flags ${String(flags)}` +
      `/FontBBox[${font.boundingBox.map(round).join(' ')}]/ItalicAngle ${formatNumber(font.italicAngle)}` +
      `/Ascent ${round(font.ascender)}/Descent ${round(font.descender)}/CapHeight ${round(font.capHeight)}` +
      `/StemV ${font.weight >= 600 ? '130' : '80'}/FontFile2 ${String(fileId)} 0 R>>`,
  )
  const widths = glyphs.map((glyph) => formatNumber(font.getAdvance(glyph) * scale)).join(' ')
  objects.put(
    descendant,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}` +
      `/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${String(descriptor)} 0 R/DW 1000/W[0[${widths}]]/CIDToGIDMap/Identity>>`,
  )
  objects.putStream(unicode, '', toLatin1Bytes(createUnicodeMap(codePoints)))
  objects.put(
    id,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H` +
      `/DescendantFonts[${String(descendant)} 0 R]/ToUnicode ${String(unicode)} 0 R>>`,
  )
  return id
}
