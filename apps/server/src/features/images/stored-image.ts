import { createHash } from 'node:crypto'
import type { FileStore, OpenFile } from '../../files/index.ts'
import type { LentBytes } from '../../http/send-bytes.ts'
import { clearPreamble, headBytes } from './dicom-preamble.ts'
import type { Problem } from './manifest.ts'
import { entryBytesMax } from './zip-records.ts'

/** What the database says of the file. */
export interface RecordedFile {
  readonly filePath: string
  readonly sha256: string
  readonly byteLength: number
}

export interface ReadingDeps {
  readonly files: FileStore
  /** Ends all reading at once. */
  readonly signal: AbortSignal
  /** Told of what went wrong with the store, for the log. */
  readonly onFault: (error: unknown) => void
}

/** An open file that has given its first bytes. Its reader closes it. */
export interface StoredImage {
  /** Ends early, without an error, where the file cannot be read any further. */
  readonly bytes: LentBytes
  /** Known when the bytes have ended. */
  readonly outcome: () => {
    readonly byteLength: number
    readonly sha256: string
    readonly problems: readonly Problem[]
  }
  readonly close: () => Promise<void>
}

/**
 * Opens an image to be sent out, by way of the given memory. A file that is not there or cannot be
 * read at all is told as a problem before anything has been written of it; one that breaks later
 * has been begun, and its outcome says how far it came. Whether it is what was stored shows at the
 * end, by its hash.
 */
export async function openImage(
  { files, signal, onFault }: ReadingDeps,
  recorded: RecordedFile,
  memory: Buffer,
): Promise<StoredImage | Problem> {
  const opened = await attempt(() => openWithHead(files, recorded.filePath, memory))
  if ('error' in opened) {
    signal.throwIfAborted()
    onFault(opened.error)
    return { kind: 'unreadable' }
  }
  if (!opened.result) return { kind: 'missing' }

  const { file, head } = opened.result
  // A read that hangs, as on a line, ends with the file.
  const stop = () => void file.close().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const storedHash = createHash('sha256').update(head)
  const hasUnsafePreamble = clearPreamble(head)
  const writtenHash = hasUnsafePreamble ? createHash('sha256').update(head) : undefined
  let byteLength = head.byteLength
  let hasBroken = false

  async function* bytes() {
    if (head.byteLength > 0) yield head
    for (;;) {
      const next = await attempt(() => file.read(memory))
      signal.throwIfAborted()
      const length = 'error' in next ? 0 : next.result
      if ('error' in next) onFault(next.error)
      hasBroken = 'error' in next || byteLength + length > entryBytesMax
      if (length === 0 || hasBroken) return
      const chunk = memory.subarray(0, length)
      byteLength += length
      storedHash.update(chunk)
      writtenHash?.update(chunk)
      yield chunk
    }
  }

  function problemsOf(storedSha256: string): Problem[] {
    const problems: Problem[] = []
    if (hasBroken || byteLength < recorded.byteLength)
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
      const problems = problemsOf(sha256)
      return { byteLength, sha256: writtenHash?.copy().digest('hex') ?? sha256, problems }
    },
    close: () => {
      signal.removeEventListener('abort', stop)
      return file.close()
    },
  }
}

/** With enough of it read to know a DICOM file by; a line may bring that in small pieces. */
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

async function attempt<Result>(work: () => Promise<Result>) {
  try {
    return { result: await work() }
  } catch (error) {
    return { error }
  }
}
