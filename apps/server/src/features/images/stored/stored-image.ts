import { createHash } from 'node:crypto'
import type { ImageId } from '@talus/contract'
import type { FileStore, OpenFile } from '../../../files/index.ts'
import type { PooledBytes } from '../../../http/send-bytes.ts'
import { clearPreamble, headBytes } from './dicom-preamble.ts'
import { entryBytesMax } from '../zip/zip-records.ts'

/** The number of bytes that are read, hashed and sent at a time. */
export const chunkBytes = 512 * 1024

/** A problem of one image; its text is in packages/i18n, namespace `manifest`. */
export type FileProblem =
  | { readonly kind: 'missing' | 'unreadable' | 'too-large' | 'not-shown' | 'changed' | 'preamble' }
  | { readonly kind: 'incomplete'; readonly written: number; readonly expected: number }

/** The file of an image as recorded in the database. */
export interface RecordedFile {
  readonly filePath: string
  readonly sha256: string
  readonly byteLength: number
}

/** A file as it leaves the clinic. */
export interface OutgoingFile extends RecordedFile {
  readonly sopInstanceUID: string
}

/** Finds the file to be sent; see `outgoing/`. The caller has checked that the image may be sent. */
export interface OutgoingFiles {
  readonly resolve: (id: ImageId) => Promise<OutgoingFile>
  /**
   * The same for receivers that cannot say which transfer syntaxes they read: a file that this
   * server has compressed is decompressed again.
   */
  readonly resolvePlain: (id: ImageId) => Promise<OutgoingFile>
}

export interface ReadingDeps {
  readonly files: FileStore
  /** Aborts all reads at once. */
  readonly signal: AbortSignal
  /** Called with errors of the store, for the log. */
  readonly onFault: (error: unknown) => void
}

/** An open file whose first bytes were read. The caller closes it. */
export interface StoredImage {
  /** Ends early, without an error, if the file cannot be read any further. */
  readonly bytes: PooledBytes
  /** Known after the bytes have ended. */
  readonly outcome: () => {
    readonly byteLength: number
    readonly sha256: string
    readonly problems: readonly FileProblem[]
  }
  readonly close: () => Promise<void>
}

/**
 * Opens an image file to be sent, reading through the given buffer. A file that is missing or
 * cannot be read at all is returned as a problem before anything was sent; if a read fails later,
 * the outcome says how many bytes were read. Whether it is the stored file is known at the end, by
 * its hash.
 */
export async function openImage(
  { files, signal, onFault }: ReadingDeps,
  recorded: RecordedFile,
  memory: Buffer,
): Promise<StoredImage | FileProblem> {
  const opened = await catchError(() => openWithHead(files, recorded.filePath, memory))
  if ('error' in opened) {
    signal.throwIfAborted()
    onFault(opened.error)
    return { kind: 'unreadable' }
  }
  if (!opened.result) return { kind: 'missing' }

  const { file, head } = opened.result
  // Closing the file ends a read that hangs, as on a network volume.
  const stop = () => void file.close().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const storedHash = createHash('sha256').update(head)
  const hasUnsafePreamble = clearPreamble(head)
  const writtenHash = hasUnsafePreamble ? createHash('sha256').update(head) : undefined
  let byteLength = head.byteLength
  let hasFailed = false

  async function* bytes() {
    if (head.byteLength > 0) yield head
    for (;;) {
      const next = await catchError(() => file.read(memory))
      signal.throwIfAborted()
      const length = 'error' in next ? 0 : next.result
      if ('error' in next) onFault(next.error)
      hasFailed = 'error' in next || byteLength + length > entryBytesMax
      if (length === 0 || hasFailed) return
      const chunk = memory.subarray(0, length)
      byteLength += length
      storedHash.update(chunk)
      writtenHash?.update(chunk)
      yield chunk
    }
  }

  function findProblems(storedSha256: string): FileProblem[] {
    const problems: FileProblem[] = []
    if (hasFailed || byteLength < recorded.byteLength)
      problems.push({ kind: 'incomplete', written: byteLength, expected: recorded.byteLength })
    else if (recorded.sha256 !== '' && storedSha256 !== recorded.sha256)
      problems.push({ kind: 'changed' })
    if (hasUnsafePreamble) problems.push({ kind: 'preamble' })
    return problems
  }

  return {
    bytes: bytes(),
    outcome: () => {
      const sha256 = storedHash.copy().digest('hex')
      const problems = findProblems(sha256)
      return { byteLength, sha256: writtenHash?.copy().digest('hex') ?? sha256, problems }
    },
    close: () => {
      signal.removeEventListener('abort', stop)
      return file.close()
    },
  }
}

/**
 * Opens a file and reads enough of it to recognise DICOM; a network connection may deliver that in
 * small chunks.
 */
async function openWithHead(files: FileStore, key: string, memory: Buffer) {
  const file = await files.open(key)
  if (!file) return undefined
  try {
    return { file, head: memory.subarray(0, await fill(file, memory)) }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function fill(file: OpenFile, memory: Buffer): Promise<number> {
  let length = 0
  while (length < headBytes) {
    const more = await file.read(memory.subarray(length))
    if (more === 0) break
    length += more
  }
  return length
}

async function catchError<Result>(work: () => Promise<Result>) {
  try {
    return { result: await work() }
  } catch (error) {
    return { error }
  }
}
