import { crc32, inflateSync } from 'node:zlib'
import type { PixelData } from './pixel-data.ts'
import { checkDimensions, swapBytes } from './pixel-data.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
export const isPng = (file: Buffer) => file.subarray(0, 8).equals(signature)

function* readChunks(file: Buffer) {
  let at = 8
  while (at + 12 <= file.length) {
    const length = file.readUInt32BE(at)
    const end = at + 8 + length
    if (end + 4 > file.length) throw new UnreadableFileError('The PNG file ends too early')
    const body = file.subarray(at + 8, end)
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end))
      throw new UnreadableFileError('The PNG file is damaged')
    const type = file.toString('latin1', at + 4, at + 8)
    yield { type, body }
    if (type === 'IEND') return
    at = end + 4
  }
  throw new UnreadableFileError('The PNG file ends too early')
}

/**
 * Reads 16-bit greyscale PNG without interlacing, as detector software exports it. Fewer bits would
 * have lost grey levels.
 */
export function readPng(file: Buffer): PixelData {
  let header: Buffer | undefined
  let pitch: number | null = null
  const packed: Buffer[] = []
  for (const { type, body } of readChunks(file)) {
    if (type === 'IHDR') header = body
    else if (type === 'IDAT') packed.push(body)
    // Pixels per metre; the same in both directions.
    else if (type === 'pHYs' && body.length === 9 && body[8] === 1 && body.readUInt32BE(0) > 0)
      pitch = 1000 / body.readUInt32BE(0)
  }
  if (header?.length !== 13) throw new UnreadableFileError('The PNG file has no header')
  const [depth, colour, , , interlace] = header.subarray(8)
  if (depth !== 16 || colour !== 0) throw new UnreadableFileError('The PNG file is not 16-bit grey')
  if (interlace !== 0) throw new UnreadableFileError('The PNG file is interlaced')
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  checkDimensions(width, height)
  const stride = width * 2
  const rows = inflate(Buffer.concat(packed), (stride + 1) * height)
  return { width, height, bits: 16, pitch, bytes: swapBytes(removeFilters(rows, stride, height)) }
}

function inflate(packed: Buffer, length: number): Buffer {
  try {
    const rows = inflateSync(packed, { maxOutputLength: length })
    if (rows.length === length) return rows
  } catch {
    // Reported below.
  }
  throw new UnreadableFileError('The pixels of the PNG file are damaged')
}

/** PNG specification, 9.2: each row starts with the filter that it was predicted by. */
function removeFilters(rows: Buffer, stride: number, height: number): Buffer {
  const out = Buffer.alloc(stride * height)
  const pixel = 2
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (stride + 1)] ?? 0
    if (filter > 4) throw new UnreadableFileError('The pixels of the PNG file are damaged')
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x
      const left = x < pixel ? 0 : (out[at - pixel] ?? 0)
      const above = y === 0 ? 0 : (out[at - stride] ?? 0)
      const corner = x < pixel || y === 0 ? 0 : (out[at - stride - pixel] ?? 0)
      const predicted = [0, left, above, (left + above) >> 1, 0][filter] ?? 0
      const guess = filter === 4 ? paeth(left, above, corner) : predicted
      out[at] = (rows[y * (stride + 1) + 1 + x] ?? 0) + guess
    }
  }
  return out
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const byLeft = Math.abs(guess - left)
  const byAbove = Math.abs(guess - above)
  const byCorner = Math.abs(guess - corner)
  if (byLeft <= byAbove && byLeft <= byCorner) return left
  return byAbove <= byCorner ? above : corner
}
