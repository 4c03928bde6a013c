import { inflateSync } from 'node:zlib'
import type { PixelData } from './pixel-data.ts'
import { checkDimensions, swapBytes } from './pixel-data.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

export const isTiff = (file: Buffer) => ['II*\0', 'MM\0*'].includes(file.toString('latin1', 0, 4))

const tags = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  stripOffsets: 273,
  samples: 277,
  stripBytes: 279,
  xResolution: 282,
  resolutionUnit: 296,
  predictor: 317,
} as const
const sizes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8 }
const stripsMax = 100_000

/** Reads the first image of the file: 16-bit greyscale in strips, plain or deflated. */
export function readTiff(file: Buffer): PixelData {
  try {
    return readFirstImage(file)
  } catch (error) {
    // An offset in the file points beyond its end.
    if (error instanceof RangeError) throw new UnreadableFileError('The TIFF file ends too early')
    throw error
  }
}

function readFirstImage(file: Buffer): PixelData {
  const entries = readEntries(file)
  const getValue = (tag: number, fallback: number) => entries.get(tag)?.[0] ?? fallback
  const width = getValue(tags.width, 0)
  const height = getValue(tags.height, 0)
  checkDimensions(width, height)
  if (getValue(tags.bits, 1) !== 16 || getValue(tags.samples, 1) !== 1)
    throw new UnreadableFileError('The TIFF file is not 16-bit grey')
  const compression = getValue(tags.compression, 1)
  const isDeflated = compression === 8 || compression === 32_946
  if ((compression !== 1 && !isDeflated) || getValue(tags.predictor, 1) !== 1)
    throw new UnreadableFileError(
      `The TIFF file is compressed in a way that is not known (${compression})`,
    )
  const length = width * height * 2
  const bytes = readStrips(file, entries, isDeflated, length)
  if (bytes.length < length) throw new UnreadableFileError('The TIFF file ends too early')
  const whole = bytes.subarray(0, length)
  return {
    width,
    height,
    bits: 16,
    pitch: toPitch(getValue(tags.xResolution, 0), getValue(tags.resolutionUnit, 2)),
    bytes: isLittle(file) ? whole : swapBytes(whole),
  }
}

const isLittle = (file: Buffer) => file[0] === 0x49

function readEntries(file: Buffer): Map<number, number[]> {
  const little = isLittle(file)
  const word = (at: number) => (little ? file.readUInt16LE(at) : file.readUInt16BE(at))
  const long = (at: number) => (little ? file.readUInt32LE(at) : file.readUInt32BE(at))
  const valueAt = (type: number, at: number) => {
    if (type === 1) return file.readUInt8(at)
    if (type === 3) return word(at)
    return type === 4 ? long(at) : long(at) / Math.max(1, long(at + 4))
  }
  const start = long(4)
  const entries = new Map<number, number[]>()
  for (let index = 0; index < word(start); index += 1) {
    const at = start + 2 + index * 12
    const type = word(at + 2)
    const size = sizes[type]
    const count = long(at + 4)
    if (size === undefined || count > stripsMax) continue
    const values = count * size <= 4 ? at + 8 : long(at + 8)
    entries.set(
      word(at),
      Array.from({ length: count }, (_, position) => valueAt(type, values + position * size)),
    )
  }
  return entries
}

function readStrips(
  file: Buffer,
  entries: ReadonlyMap<number, readonly number[]>,
  isDeflated: boolean,
  length: number,
): Buffer {
  const offsets = entries.get(tags.stripOffsets) ?? []
  const lengths = entries.get(tags.stripBytes) ?? []
  let remaining = length
  const strips = offsets.map((offset, index) => {
    const end = offset + (lengths[index] ?? 0)
    if (end > file.length) throw new UnreadableFileError('The TIFF file ends too early')
    const strip = inflateStrip(file.subarray(offset, end), isDeflated, remaining)
    remaining -= strip.length
    return strip
  })
  return Buffer.concat(strips)
}

function inflateStrip(strip: Buffer, isDeflated: boolean, lengthMax: number): Buffer {
  if (!isDeflated) return strip
  try {
    return inflateSync(strip, { maxOutputLength: Math.max(1, lengthMax) })
  } catch {
    throw new UnreadableFileError('The pixels of the TIFF file are damaged')
  }
}

/**
 * Converts pixels per inch (2) or centimetre (3) to mm. 72 and 96 dpi are defaults of software, not
 * of a detector.
 */
function toPitch(resolution: number, unit: number): number | null {
  if (resolution <= 0 || resolution === 72 || resolution === 96) return null
  if (unit === 2) return 25.4 / resolution
  return unit === 3 ? 10 / resolution : null
}
