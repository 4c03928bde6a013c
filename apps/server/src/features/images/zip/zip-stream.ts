import { crc32 } from 'node:zlib'
import type { PooledBytes } from '../../../http/send-bytes.ts'
import { CompressedBuffer } from './compressed-buffer.ts'
import {
  createDataDescriptor,
  createDirectoryEnd,
  createDirectoryRecord,
  entryBytesMax,
  createLocalHeader,
} from './zip-records.ts'

export interface ZipEntry {
  /** Folders are separated by '/'. The caller makes it unique and safe. */
  readonly name: string
  readonly modifiedOn: Date
  /** At most `entryBytesMax` bytes. */
  readonly bytes: Uint8Array | PooledBytes
}

/**
 * Streams entries as a zip file: the next entry is requested after the current one was sent, and a
 * read in progress is released when the client disconnects. Nothing is compressed: images hardly
 * shrink, and compressing takes twenty times as long.
 */
export async function* createZipStream(
  entries: AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array> {
  const directory = new CompressedBuffer()
  let count = 0
  let offset = 0
  for await (const { name: text, modifiedOn, bytes } of entries) {
    const name = Buffer.from(text)
    const header = createLocalHeader({ name, modifiedOn })
    yield header
    let crc = 0
    let byteLength = 0
    for await (const chunk of bytes instanceof Uint8Array ? [bytes] : bytes) {
      crc = crc32(chunk, crc)
      byteLength += chunk.byteLength
      if (byteLength > entryBytesMax) throw new RangeError('too long for an entry of a zip')
      yield chunk
    }
    const descriptor = createDataDescriptor({ crc, byteLength })
    yield descriptor
    directory.append(createDirectoryRecord({ name, modifiedOn, offset, crc, byteLength }))
    offset += header.byteLength + byteLength + descriptor.byteLength
    count += 1
  }
  yield* directory.read()
  yield createDirectoryEnd({ entries: count, offset, byteLength: directory.byteLength })
}
