import { concatBytes, toLatin1Bytes } from './pdf-syntax.ts'

/** A tag of an ICC profile: its type, four reserved bytes, and its data. */
const tag = (type: string, data: Uint8Array) =>
  concatBytes([toLatin1Bytes(type), new Uint8Array(4), data])

const toFixed16 = (value: number) => Math.round(value * 65_536)

function xyz(...values: readonly [number, number, number]): Uint8Array {
  const view = new DataView(new ArrayBuffer(12))
  for (const [index, value] of values.entries()) view.setInt32(4 * index, toFixed16(value))
  return tag('XYZ ', new Uint8Array(view.buffer))
}

function description(text: string): Uint8Array {
  const view = new DataView(new ArrayBuffer(4))
  view.setUint32(0, text.length + 1)
  // 78 bytes of an empty Unicode and an empty Macintosh description follow.
  return tag(
    'desc',
    concatBytes([new Uint8Array(view.buffer), toLatin1Bytes(`${text}\0`), new Uint8Array(78)]),
  )
}

function gamma(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(6))
  view.setUint32(0, 1)
  view.setUint16(4, Math.round(value * 256))
  return tag('curv', new Uint8Array(view.buffer))
}

/**
 * A small sRGB profile (ICC version 2, one gamma for each channel). PDF/A demands an output intent,
 * which gives the colours of text and pictures a meaning.
 */
export function createSrgbProfile(): Uint8Array {
  const curve = gamma(2.2)
  const tags: readonly (readonly [string, Uint8Array])[] = [
    ['desc', description('sRGB')],
    ['cprt', tag('text', toLatin1Bytes('Public domain\0'))],
    ['wtpt', xyz(0.9505, 1, 1.0891)],
    ['rXYZ', xyz(0.436_07, 0.222_49, 0.013_92)],
    ['gXYZ', xyz(0.385_15, 0.716_87, 0.097_08)],
    ['bXYZ', xyz(0.143_07, 0.060_61, 0.7141)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const offsets = new Map<Uint8Array, number>()
  let size = 132 + 12 * tags.length
  for (const [, data] of tags) {
    if (offsets.has(data)) continue
    offsets.set(data, size)
    size += (data.length + 3) & ~3
  }
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, size)
  view.setUint32(8, 0x0210_0000)
  bytes.set(toLatin1Bytes('mntrRGB XYZ '), 12)
  view.setUint16(24, 2026)
  view.setUint16(26, 1)
  view.setUint16(28, 1)
  bytes.set(toLatin1Bytes('acsp'), 36)
  for (const [index, value] of [0.9642, 1, 0.8249].entries()) {
    view.setInt32(68 + 4 * index, toFixed16(value))
  }
  view.setUint32(128, tags.length)
  for (const [index, [name, data]] of tags.entries()) {
    const entry = 132 + 12 * index
    bytes.set(toLatin1Bytes(name), entry)
    view.setUint32(entry + 4, offsets.get(data) ?? 0)
    view.setUint32(entry + 8, data.length)
  }
  for (const [data, offset] of offsets) bytes.set(data, offset)
  return bytes
}
