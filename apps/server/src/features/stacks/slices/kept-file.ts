import { crc32 } from 'node:zlib'
import { headerBytes } from '@talus/volume'
import { createBufferPool } from '@talus/node-kit/buffer-pool'
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

/** A packed slice with free bytes before it for the header of its message. */
export interface RoomySlice {
  readonly message: Uint8Array
  /** Returns the memory; the message must not be used any more. */
  readonly release: () => void
}

/** A slice of 512 × 512 pixels takes a third of it. Each stream prepares eight. */
const pool = createBufferPool({
  allocate: () => Buffer.allocUnsafeSlow(576 * 1024),
  pooledMax: 16,
})

/** A copy of a slice that was packed now. */
export function toRoomySlice(packed: Uint8Array): RoomySlice {
  const message = Buffer.allocUnsafeSlow(headerBytes + packed.byteLength)
  message.set(packed, headerBytes)
  return { message, release: () => undefined }
}

/** Whether the bytes are a whole kept slice. */
function isSound(bytes: Buffer): boolean {
  if (bytes.byteLength <= headBytes || bytes.readUInt32LE(0) !== magic) return false
  return crc32(bytes.subarray(headBytes)) === bytes.readUInt32LE(4)
}

/** The head of the file lies in the free bytes, so that the packed slice is already at its place. */
const start = headerBytes - headBytes

/**
 * Reads a kept slice into pooled memory, from which it is sent: copies would take as long as reading.
 * Undefined if there is none or if it is damaged.
 */
export async function readKept(files: FileStore, key: string): Promise<RoomySlice | undefined> {
  const file = await files.open(key)
  if (!file) return undefined
  const pooled = pool.acquire()
  const release = () => pool.release(pooled)
  let isFound = false
  try {
    let memory: Buffer = pooled
    let end = start
    for (;;) {
      const read = await file.read(memory.subarray(end))
      end += read
      // The length in the head saves a read that finds the end of the file.
      const isWhole = end >= headerBytes && end >= headerBytes + memory.readUInt32LE(start + 8)
      if (read === 0 || isWhole) {
        isFound = isSound(memory.subarray(start, end))
        return isFound ? { message: memory.subarray(0, end), release } : undefined
      }
      // A slice of 2048 × 2048 pixels may be larger than a pooled buffer.
      if (end === memory.byteLength) {
        const longer = Buffer.allocUnsafeSlow(2 * end)
        memory.copy(longer)
        memory = longer
      }
    }
  } finally {
    if (!isFound) release()
    await file.close()
  }
}
