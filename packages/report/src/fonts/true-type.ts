/** A TrueType font with glyf outlines: the parts that text without shaping needs. */
export interface TrueTypeFont {
  readonly postScriptName: string
  readonly unitsPerEm: number
  readonly glyphCount: number
  readonly ascender: number
  readonly descender: number
  readonly capHeight: number
  readonly weight: number
  readonly italicAngle: number
  /** xMin, yMin, xMax, yMax. */
  readonly boundingBox: readonly [number, number, number, number]
  readonly codePoints: readonly number[]
  /** The glyph of a code point; 0 if the font has none. */
  readonly findGlyph: (codePoint: number) => number
  readonly getAdvance: (glyph: number) => number
  readonly getLeftBearing: (glyph: number) => number
  /** The record of a glyph in the glyf table; empty for a space. */
  readonly getOutline: (glyph: number) => Uint8Array
  /** A copy of a table; undefined if the font has none of this name. */
  readonly copyTable: (tag: string) => Uint8Array | undefined
}

interface TableEntry {
  readonly offset: number
  readonly length: number
}

function readDirectory(bytes: Uint8Array, view: DataView): Map<string, TableEntry> {
  const version = view.getUint32(0)
  if (version !== 0x0001_0000 && version !== 0x7472_7565) {
    throw new Error('The file is not a TrueType font')
  }
  const tables = new Map<string, TableEntry>()
  for (let index = 0; index < view.getUint16(4); index++) {
    const at = 12 + 16 * index
    const tag = String.fromCodePoint(...bytes.subarray(at, at + 4))
    tables.set(tag, { offset: view.getUint32(at + 8), length: view.getUint32(at + 12) })
  }
  return tables
}

function readSegments(view: DataView, at: number, map: Map<number, number>) {
  const doubled = view.getUint16(at + 6)
  for (let segment = 0; segment < doubled; segment += 2) {
    const end = view.getUint16(at + 14 + segment)
    const start = view.getUint16(at + 16 + doubled + segment)
    const delta = view.getInt16(at + 16 + 2 * doubled + segment)
    const rangeAt = at + 16 + 3 * doubled + segment
    const range = view.getUint16(rangeAt)
    for (let code = start; code <= end && code < 0xffff; code++) {
      const stored = range === 0 ? code : view.getUint16(rangeAt + range + 2 * (code - start))
      const glyph = stored === 0 ? 0 : (stored + delta) & 0xffff
      if (glyph !== 0) map.set(code, glyph)
    }
  }
}

function readGroups(view: DataView, at: number, map: Map<number, number>) {
  for (let group = 0; group < view.getUint32(at + 12); group++) {
    const entry = at + 16 + 12 * group
    const [start, end] = [view.getUint32(entry), view.getUint32(entry + 4)]
    const first = view.getUint32(entry + 8)
    for (let code = start; code <= end; code++) map.set(code, first + code - start)
  }
}

/** Reads the Unicode subtable: format 12 covers all planes, format 4 the first. */
function readCharacterMap(view: DataView, at: number): Map<number, number> {
  const subtables = Array.from({ length: view.getUint16(at + 2) }, (_, index) => {
    const offset = at + view.getUint32(at + 8 + 8 * index)
    return { offset, format: view.getUint16(offset) }
  })
  const map = new Map<number, number>()
  const full = subtables.find(({ format }) => format === 12)
  const basic = subtables.find(({ format }) => format === 4)
  if (full) readGroups(view, full.offset, map)
  else if (basic) readSegments(view, basic.offset, map)
  else throw new Error('The font has no Unicode character map')
  return map
}

/** Name 6 of platform 3 (Windows), in UTF-16. */
function readPostScriptName(view: DataView, at: number): string {
  const strings = at + view.getUint16(at + 4)
  for (let index = 0; index < view.getUint16(at + 2); index++) {
    const record = at + 6 + 12 * index
    if (view.getUint16(record) !== 3 || view.getUint16(record + 6) !== 6) continue
    const start = strings + view.getUint16(record + 10)
    return Array.from({ length: view.getUint16(record + 8) / 2 }, (_, unit) =>
      String.fromCodePoint(view.getUint16(start + 2 * unit)),
    ).join('')
  }
  return 'Font'
}

export function readTrueType(file: Uint8Array): TrueTypeFont {
  // A Buffer of Node would not copy in `slice`, and the subsetter changes its copies.
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables = readDirectory(bytes, view)
  const at = (tag: string): number => {
    const table = tables.get(tag)
    if (!table) throw new Error(`The font has no table ${tag}`)
    return table.offset
  }
  const [head, hhea, os2, hmtx, loca, glyf] = [
    at('head'),
    at('hhea'),
    at('OS/2'),
    at('hmtx'),
    at('loca'),
    at('glyf'),
  ]
  const hasLongOffsets = view.getInt16(head + 50) === 1
  const metricsCount = view.getUint16(hhea + 34)
  const characters = readCharacterMap(view, at('cmap'))
  const offsetOf = (glyph: number) =>
    hasLongOffsets ? view.getUint32(loca + 4 * glyph) : 2 * view.getUint16(loca + 2 * glyph)
  return {
    postScriptName: readPostScriptName(view, at('name')),
    unitsPerEm: view.getUint16(head + 18),
    glyphCount: view.getUint16(at('maxp') + 4),
    ascender: view.getInt16(hhea + 4),
    descender: view.getInt16(hhea + 6),
    capHeight: view.getUint16(os2) >= 2 ? view.getInt16(os2 + 88) : view.getInt16(hhea + 4),
    weight: view.getUint16(os2 + 4),
    italicAngle: view.getInt32(at('post') + 4) / 65_536,
    boundingBox: [
      view.getInt16(head + 36),
      view.getInt16(head + 38),
      view.getInt16(head + 40),
      view.getInt16(head + 42),
    ],
    codePoints: [...characters.keys()],
    findGlyph: (codePoint) => characters.get(codePoint) ?? 0,
    getAdvance: (glyph) => view.getUint16(hmtx + 4 * Math.min(glyph, metricsCount - 1)),
    getLeftBearing: (glyph) =>
      glyph < metricsCount
        ? view.getInt16(hmtx + 4 * glyph + 2)
        : view.getInt16(hmtx + 4 * metricsCount + 2 * (glyph - metricsCount)),
    getOutline: (glyph) => bytes.slice(glyf + offsetOf(glyph), glyf + offsetOf(glyph + 1)),
    copyTable: (tag) => {
      const table = tables.get(tag)
      return table && bytes.slice(table.offset, table.offset + table.length)
    },
  }
}
