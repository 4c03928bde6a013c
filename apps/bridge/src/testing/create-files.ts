import { crc32, deflateSync } from 'node:zlib'

/** Pixels that are all different, so that swapped bytes or moved rows are detected. */
export const createGradient = (width: number, height: number): Uint16Array =>
  Uint16Array.from({ length: width * height }, (_, index) => (index * 2711 + 300) % 65_536)

const bytesOf = (pixels: Uint16Array) => Buffer.from(pixels.slice().buffer)

function createChunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length)
  const named = Buffer.concat([Buffer.from(type), body])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([head, named, sum])
}

/** Creates a PNG whose rows use all five filters of PNG in turn. */
export function createPng(
  width: number,
  height: number,
  pixels: Uint16Array,
  perMetre = 0,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([16, 0, 0, 0, 0], 8)
  const stride = width * 2
  const big = bytesOf(pixels).swap16()
  const rows = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y += 1) {
    rows[y * (stride + 1)] = y % 5
    for (let x = 0; x < stride; x += 1) {
      const left = x < 2 ? 0 : (big[y * stride + x - 2] ?? 0)
      const above = y === 0 ? 0 : (big[(y - 1) * stride + x] ?? 0)
      const corner = x < 2 || y === 0 ? 0 : (big[(y - 1) * stride + x - 2] ?? 0)
      const guess = left + above - corner
      const order = [left, above, corner].toSorted(
        (one, other) => Math.abs(guess - one) - Math.abs(guess - other),
      )
      const predicted = [0, left, above, (left + above) >> 1, order[0] ?? 0][y % 5] ?? 0
      rows[y * (stride + 1) + 1 + x] = (big[y * stride + x] ?? 0) - predicted
    }
  }
  const size = Buffer.alloc(9)
  size.writeUInt32BE(perMetre, 0)
  size.writeUInt32BE(perMetre, 4)
  size[8] = 1
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    createChunk('IHDR', header),
    ...(perMetre > 0 ? [createChunk('pHYs', size)] : []),
    createChunk('IDAT', deflateSync(rows)),
    createChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Creates a TIFF with two strips and the directory at the end, as most programs write it. */
export function createTiff(
  width: number,
  height: number,
  pixels: Uint16Array,
  kind: 'little' | 'big' | 'deflated',
): Buffer {
  const isBig = kind === 'big'
  const plain = isBig ? bytesOf(pixels).swap16() : bytesOf(pixels)
  const half = Math.floor(height / 2) * width * 2
  const strips = [plain.subarray(0, half), plain.subarray(half)].map((strip) =>
    kind === 'deflated' ? deflateSync(strip) : strip,
  )
  const word = (value: number) => {
    const bytes = Buffer.alloc(2)
    if (isBig) bytes.writeUInt16BE(value)
    else bytes.writeUInt16LE(value)
    return bytes
  }
  const long = (value: number) => {
    const bytes = Buffer.alloc(4)
    if (isBig) bytes.writeUInt32BE(value)
    else bytes.writeUInt32LE(value)
    return bytes
  }
  const lengths = strips.map(({ length }) => length)
  const first = 8
  const second = first + (lengths[0] ?? 0)
  const arrays = second + (lengths[1] ?? 0)
  const directory = arrays + 16
  const entry = (tag: number, type: number, count: number, value: number) =>
    Buffer.concat([
      word(tag),
      word(type),
      long(count),
      ...(type === 3 ? [word(value), word(0)] : [long(value)]),
    ])
  const entries = [
    entry(256, 3, 1, width),
    entry(257, 3, 1, height),
    entry(258, 3, 1, 16),
    entry(259, 3, 1, kind === 'deflated' ? 8 : 1),
    entry(262, 3, 1, 1),
    entry(273, 4, 2, arrays),
    entry(277, 3, 1, 1),
    entry(279, 4, 2, arrays + 8),
  ]
  return Buffer.concat([
    Buffer.from(isBig ? 'MM' : 'II'),
    word(42),
    long(directory),
    ...strips,
    ...[first, second, ...lengths].map(long),
    word(entries.length),
    ...entries,
    long(0),
  ])
}

/** Creates a minimal DICOM image: explicit little-endian, greyscale, 16 bits. */
export function createDicomFile(width: number, height: number): Buffer {
  const element = (group: number, id: number, vr: string, value: Buffer) => {
    const isLong = ['OB', 'OW'].includes(vr)
    const head = Buffer.alloc(isLong ? 12 : 8)
    head.writeUInt16LE(group, 0)
    head.writeUInt16LE(id, 2)
    head.write(vr, 4, 'latin1')
    if (isLong) head.writeUInt32LE(value.length, 8)
    else head.writeUInt16LE(value.length, 6)
    return Buffer.concat([head, value])
  }
  const text = (value: string) => Buffer.from(value.length % 2 ? `${value}\0` : value)
  const paddedText = (text: string) => Buffer.from(text.length % 2 ? `${text} ` : text)
  const short = (value: number) => {
    const bytes = Buffer.alloc(2)
    bytes.writeUInt16LE(value)
    return bytes
  }
  const sopClass = text('1.2.840.10008.5.1.4.1.1.1.1')
  const meta = Buffer.concat([
    element(2, 1, 'OB', Buffer.from([0, 1])),
    element(2, 2, 'UI', sopClass),
    element(2, 3, 'UI', text('1.2.3.4')),
    element(2, 16, 'UI', text('1.2.840.10008.1.2.1')),
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(meta.length)
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    element(2, 0, 'UL', length),
    meta,
    element(8, 0x16, 'UI', sopClass),
    element(8, 0x18, 'UI', text('1.2.3.4')),
    element(0x20, 0x0d, 'UI', text('1.2.3')),
    element(0x28, 2, 'US', short(1)),
    element(0x28, 4, 'CS', paddedText('MONOCHROME2')),
    element(0x28, 0x10, 'US', short(height)),
    element(0x28, 0x11, 'US', short(width)),
    element(0x28, 0x100, 'US', short(16)),
    element(0x28, 0x101, 'US', short(16)),
    element(0x28, 0x102, 'US', short(15)),
    element(0x28, 0x103, 'US', short(0)),
    element(0x7fe0, 0x10, 'OW', bytesOf(createGradient(width, height))),
  ])
}
