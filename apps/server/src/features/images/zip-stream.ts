import { crc32 } from 'node:zlib'
import type { LentBytes } from '../../http/send-bytes.ts'
import { SqueezedBytes } from './squeezed-bytes.ts'
import {
  dataDescriptor,
  directoryEnd,
  directoryRecord,
  entryBytesMax,
  localHeader,
} from './zip-records.ts'

export interface ZipEntry {
  /** Folders by '/'. Unique and harmless: whoever makes it sees to that. */
  readonly name: string
  readonly modifiedOn: Date
  /** At most `entryBytesMax` of them. */
  readonly bytes: Uint8Array | LentBytes
}

/**
 * Entries as a zip file, while they come: the next one is asked for when the one before has been
 * sent, and what is being read is let go when the reader leaves. Nothing is compressed: images
 * hardly shrink, and trying would take twenty times as long.
 */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory = new SqueezedBytes()
  let count = 0
  let offset = 0
  for await (const { name: text, modifiedOn, bytes } of entries) {
    const name = Buffer.from(text)
    const header = localHeader({ name, modifiedOn })
    yield header
    let crc = 0
    let byteLength = 0
    for await (const chunk of bytes instanceof Uint8Array ? [bytes] : bytes) {
      crc = crc32(chunk, crc)
      byteLength += chunk.byteLength
      if (byteLength > entryBytesMax) throw new RangeError('too long for an entry of a zip')
      yield chunk
    }
    const descriptor = dataDescriptor({ crc, byteLength })
    yield descriptor
    directory.append(directoryRecord({ name, modifiedOn, offset, crc, byteLength }))
    offset += header.byteLength + byteLength + descriptor.byteLength
    count += 1
  }
  yield* directory.read()
  yield directoryEnd({ entries: count, offset, byteLength: directory.byteLength })
}
