import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs'
import { rmSync, utimesSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { threadId } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import type { Calibration } from '@talus/imaging/processing'

/**
 * File format of a calibration: a header of eight numbers, then dark frame, gain map, defective
 * pixels, rows and columns. In the byte order of this computer, which also wrote the file.
 */
const magic = 0x54_43_41_31
const headerBytes = 64
const headerNumbers = headerBytes / 8

const toBytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  new Uint8Array(buffer, byteOffset, byteLength)

const computeChecksum = (parts: readonly Uint8Array[]) =>
  parts.reduce((check, part) => crc32(part, check), 0)

/** Written atomically: a truncated gain map would be visible in every image. */
export function writeCalibration(path: string, calibration: Calibration): void {
  const { width, height, dark, gain, defects, darkNoise, countsPerMicrogray } = calibration
  const { rows, columns, pixels } = defects
  const lines = Uint32Array.from([...rows, ...columns])
  const body = [dark, gain, pixels, lines].map(toBytes)
  const counts = [pixels.length, rows.length * 65_536 + columns.length]
  const numbers = [magic, width, height, ...counts, darkNoise, countsPerMicrogray]
  const header = Float64Array.from([
    ...numbers,
    computeChecksum([toBytes(Float64Array.from(numbers)), ...body]),
  ])
  mkdirSync(dirname(path), { recursive: true })
  // Two threads may write the same calibration at the same time.
  const unfinished = `${path}.${threadId}.part`
  const file = openSync(unfinished, 'w')
  try {
    for (const part of [toBytes(header), ...body])
      for (let at = 0; at < part.length;) at += writeSync(file, part, at)
    fsyncSync(file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  renameSync(unfinished, path)
}

/** Undefined if the file is missing or its checksum is wrong. */
export function readCalibration(path: string): Calibration | undefined {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(path)
    utimesSync(path, new Date(), new Date())
  } catch {
    return undefined
  }
  if (bytes.length < headerBytes || bytes.byteOffset % 8 !== 0) return undefined
  const header = new Float64Array(bytes.buffer, bytes.byteOffset, headerNumbers)
  const [mark, width = 0, height = 0, dead = 0, lines = 0, darkNoise = 0, perMicrogray = 0] = header
  const [rows, columns] = [Math.floor(lines / 65_536), lines % 65_536]
  const size = width * height
  const length = headerBytes + 4 * (2 * size + dead + rows + columns)
  if (mark !== magic || bytes.length !== length) return undefined
  const checked = [bytes.subarray(0, headerBytes - 8), bytes.subarray(headerBytes)]
  if (computeChecksum(checked) !== header[headerNumbers - 1]) return undefined
  const start = bytes.byteOffset + headerBytes
  const atLines = start + 4 * (2 * size + dead)
  return {
    width,
    height,
    dark: new Float32Array(bytes.buffer, start, size),
    gain: new Float32Array(bytes.buffer, start + 4 * size, size),
    defects: {
      pixels: new Uint32Array(bytes.buffer, start + 8 * size, dead),
      rows: [...new Uint32Array(bytes.buffer, atLines, rows)],
      columns: [...new Uint32Array(bytes.buffer, atLines + 4 * rows, columns)],
    },
    darkNoise,
    countsPerMicrogray: perMicrogray,
  }
}
