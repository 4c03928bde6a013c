import { Readable } from 'node:stream'
import { RandomAccessReader, fromRandomAccessReaderPromise } from 'yauzl'
import type { Entry } from 'yauzl'

/** Office files have some tens of entries, with hundreds of pictures some hundreds. */
const entriesMax = 5000

/** Reads the bytes from start up to end, which is excluded. */
export type ReadRange = (start: number, end: number) => AsyncIterable<Uint8Array>

class RangeReader extends RandomAccessReader {
  readonly #read: ReadRange

  constructor(read: ReadRange) {
    super()
    this.#read = read
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(copyChunks(this.#read(start, end)))
  }
}

/** Chunks may be in memory that is reused for the next one. */
async function* copyChunks(chunks: AsyncIterable<Uint8Array>) {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}

export interface ZipEntry {
  readonly name: string
  readonly isEncrypted: boolean
}

/**
 * Lists the directory of a zip file; undefined if it has none that can be read. No entry is
 * unpacked.
 */
export async function listZipEntries(
  byteLength: number,
  read: ReadRange,
): Promise<ZipEntry[] | undefined> {
  const entries: ZipEntry[] = []
  try {
    const zip = await fromRandomAccessReaderPromise(new RangeReader(read), byteLength, {
      lazyEntries: true,
      strictFileNames: true,
    })
    for await (const entry of zip.eachEntry()) {
      if (entries.length >= entriesMax) return undefined
      entries.push(toZipEntry(entry))
    }
  } catch {
    return undefined
  }
  return entries
}

const toZipEntry = (entry: Entry): ZipEntry => ({
  name: entry.fileName,
  isEncrypted: entry.isEncrypted(),
})
