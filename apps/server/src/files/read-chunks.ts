import { acquireBuffer, releaseBuffer } from './buffer-pool.ts'
import type { ByteRange, FileStore, OpenFile } from './file-store.ts'

/**
 * The bytes of an open file. A loop over them closes the file; a function that hands them on closes
 * it by `closeAfter`, because the receiver may fail before it reads the first one.
 */
export interface FileChunks extends AsyncIterable<Uint8Array> {
  readonly close: () => Promise<void>
}

export async function closeAfter<Result>(
  chunks: FileChunks,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } finally {
    await chunks.close()
  }
}

/**
 * Reads a file, or a range of it, in pooled memory: a chunk is valid until the next one is
 * requested. `FileStore.read` allocates a buffer for each chunk, and some hundred megabytes of them
 * may wait for the garbage collector. Undefined if the file is missing.
 */
export async function openChunks(
  files: Pick<FileStore, 'open'>,
  key: string,
  { start, end = Infinity }: ByteRange = { start: 0 },
): Promise<FileChunks | undefined> {
  const file = await files.open(key, start)
  return file && closeWhenLeft(readChunks(file, end + 1 - start), file)
}

/** A generator that was never started runs no `finally`: its file would stay open. */
function closeWhenLeft(chunks: AsyncGenerator<Uint8Array>, file: OpenFile): FileChunks {
  return {
    [Symbol.asyncIterator]: () => chunks,
    close: async () => {
      await chunks.return(undefined)
      await file.close()
    },
  }
}

/** Reads up to `length` bytes of an open file, and closes it. */
async function* readChunks(file: OpenFile, length: number): AsyncGenerator<Uint8Array> {
  const buffer = acquireBuffer()
  try {
    for (let remaining = length; remaining > 0;) {
      const read = await file.read(buffer.subarray(0, Math.min(buffer.byteLength, remaining)))
      if (read === 0) return
      remaining -= read
      yield buffer.subarray(0, read)
    }
  } finally {
    releaseBuffer(buffer)
    await file.close()
  }
}
