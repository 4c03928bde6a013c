import { crc32 } from 'node:zlib'
import { acquireBuffer, releaseBuffer } from '../../../files/index.ts'
import type { FileStore } from '../../../files/index.ts'
import type { RecordedFile } from '../../images/index.ts'

/** Part of every name: raise it when slices are packed differently. */
export const packVersion = 1
/** The folder of the file store that holds packed slices. */
export const keptFolder = 'slices'

const headBytes = 12
/** `TSK1`, little-endian. */
const magic = 0x31_4b_53_54

/** The name of a packed slice; undefined if the file was stored without its hash. */
export const getKeptKey = ({ sha256 }: RecordedFile, frame: number): string | undefined =>
  sha256 === ''
    ? undefined
    : `${keptFolder}/${sha256.slice(0, 2)}/${sha256}-${frame}-${packVersion}.bin`

/** The packed slice with a checksum: a disk that lost a part of a file must not show other values. */
export function toKeptBytes(packed: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(headBytes + packed.byteLength)
  bytes.writeUInt32LE(magic, 0)
  bytes.writeUInt32LE(crc32(packed), 4)
  bytes.writeUInt32LE(packed.byteLength, 8)
  bytes.set(packed, headBytes)
  return bytes
}

/** Undefined if the bytes are not a whole kept slice. */
function fromKeptBytes(bytes: Buffer): Uint8Array<ArrayBuffer> | undefined {
  if (bytes.byteLength <= headBytes || bytes.readUInt32LE(0) !== magic) return undefined
  const packed = new Uint8Array(bytes.subarray(headBytes))
  return crc32(packed) === bytes.readUInt32LE(4) ? packed : undefined
}

/** Reads a kept slice through a pooled buffer; undefined if there is none or if it is damaged. */
export async function readKept(
  files: FileStore,
  key: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await files.open(key)
  if (!file) return undefined
  const pooled = acquireBuffer()
  try {
    let bytes: Buffer = pooled
    let length = 0
    for (;;) {
      const read = await file.read(bytes.subarray(length))
      length += read
      // The length in the head saves a read that finds the end of the file.
      const isWhole = length >= headBytes && length >= headBytes + bytes.readUInt32LE(8)
      if (read === 0 || isWhole) return fromKeptBytes(bytes.subarray(0, length))
      // A slice of 2048 × 2048 pixels may be larger than a pooled buffer.
      if (length === bytes.byteLength) {
        const longer = Buffer.allocUnsafe(2 * length)
        bytes.copy(longer)
        bytes = longer
      }
    }
  } finally {
    await file.close()
    releaseBuffer(pooled)
  }
}
