import type { TrueTypeFont } from './true-type.ts'

/** Flags of a part of a composite glyph (OpenType, glyf table). */
const wordArguments = 0x0001
const hasScale = 0x0008
const morePartsFollow = 0x0020
const hasTwoScales = 0x0040
const hasMatrix = 0x0080

function getPartLength(flags: number): number {
  const transform = flags & hasScale ? 2 : flags & hasTwoScales ? 4 : flags & hasMatrix ? 8 : 0
  return 4 + (flags & wordArguments ? 4 : 2) + transform
}

const isComposite = (outline: Uint8Array) => outline.length > 0 && ((outline[0] ?? 0) & 0x80) !== 0

/** Replaces the glyph ids of the parts; `renumber` may add glyphs to the subset. */
function renumberParts(outline: Uint8Array, renumber: (glyph: number) => number) {
  const view = new DataView(outline.buffer, outline.byteOffset, outline.byteLength)
  for (let at = 10; ;) {
    const flags = view.getUint16(at)
    view.setUint16(at + 2, renumber(view.getUint16(at + 2)))
    if (!(flags & morePartsFollow)) return
    at += getPartLength(flags)
  }
}

const padded = (length: number) => (length + 3) & ~3

function assemble(tables: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const tags = [...tables.keys()].toSorted()
  const start = 12 + 16 * tags.length
  const sizes = tags.map((tag) => padded(tables.get(tag)?.length ?? 0))
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, start))
  const view = new DataView(bytes.buffer)
  const power = Math.floor(Math.log2(tags.length))
  view.setUint32(0, 0x0001_0000)
  view.setUint16(4, tags.length)
  view.setUint16(6, 16 << power)
  view.setUint16(8, power)
  view.setUint16(10, 16 * tags.length - (16 << power))
  let at = start
  for (const [index, tag] of tags.entries()) {
    const table = tables.get(tag) ?? new Uint8Array()
    bytes.set(table, at)
    let sum = 0
    for (let word = 0; word < padded(table.length); word += 4) {
      sum = (sum + view.getUint32(at + word)) >>> 0
    }
    const entry = 12 + 16 * index
    for (let letter = 0; letter < 4; letter++) bytes[entry + letter] = tag.codePointAt(letter) ?? 32
    view.setUint32(entry + 4, sum)
    view.setUint32(entry + 8, at)
    view.setUint32(entry + 12, table.length)
    at += sizes[index] ?? 0
  }
  return bytes
}

/**
 * A font file with only these glyphs, numbered in their order; the parts that composite glyphs need
 * follow. The first glyph must be 0, the one of missing characters.
 */
export function subsetFont(font: TrueTypeFont, glyphs: Iterable<number>): Uint8Array {
  const order = [...glyphs]
  const numbers = new Map(order.map((glyph, index) => [glyph, index]))
  const renumber = (glyph: number) => {
    const known = numbers.get(glyph)
    if (known !== undefined) return known
    numbers.set(glyph, order.length)
    return order.push(glyph) - 1
  }
  const outlines: Uint8Array[] = []
  // The list grows while it is walked: a part may be composite itself.
  for (let index = 0; index < order.length; index++) {
    const outline = font.getOutline(order[index] ?? 0)
    if (isComposite(outline)) renumberParts(outline, renumber)
    outlines.push(outline)
  }
  const count = order.length
  const loca = new DataView(new ArrayBuffer(4 * (count + 1)))
  const hmtx = new DataView(new ArrayBuffer(4 * count))
  const glyf = new Uint8Array(outlines.reduce((sum, { length }) => sum + padded(length), 0))
  let at = 0
  for (const [index, outline] of outlines.entries()) {
    const glyph = order[index] ?? 0
    loca.setUint32(4 * index, at)
    hmtx.setUint16(4 * index, font.getAdvance(glyph))
    hmtx.setInt16(4 * index + 2, font.getLeftBearing(glyph))
    glyf.set(outline, at)
    at += padded(outline.length)
  }
  loca.setUint32(4 * count, at)
  const tables = new Map<string, Uint8Array>([
    ['glyf', glyf],
    ['loca', new Uint8Array(loca.buffer)],
    ['hmtx', new Uint8Array(hmtx.buffer)],
  ])
  for (const tag of ['head', 'hhea', 'maxp', 'cvt ', 'fpgm', 'prep']) {
    const table = font.copyTable(tag)
    if (!table) continue
    const view = new DataView(table.buffer, table.byteOffset, table.byteLength)
    if (tag === 'head') {
      view.setUint32(8, 0)
      view.setInt16(50, 1)
    } else if (tag === 'hhea') view.setUint16(34, count)
    else if (tag === 'maxp') view.setUint16(4, count)
    tables.set(tag, table)
  }
  return assemble(tables)
}
