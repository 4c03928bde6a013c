import { limits, refuse } from '@talus/contract'
import type { ClinicId, UserId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { FileStore, PipeSource, PutOptions, StoredFile } from '../../../files/index.ts'
import type { FileSummary, ReadPool } from '../../../workers/index.ts'
import { addHash, createImageKey } from './image-key.ts'
import { teePrefix, teePipedPrefix } from './file-prefix.ts'
import type { FilePrefix } from './file-prefix.ts'
import { createFileTail, isPixelDataComplete } from './file-tail.ts'
import type { FileTail } from './file-tail.ts'
import { readPrefixAttributes, readStoredAttributes } from './read-attributes.ts'
import type { CaptureDetails, IncomingFile } from '../records/resolved-file.ts'
import type { TraySender } from '../tray/add-entry.ts'

export interface ReceiveDeps {
  readonly files: FileStore
  readonly readPool: ReadPool
  readonly clock: Clock
}

/** The target of an incoming file, and the conditions under which it is accepted. */
export interface Sender {
  readonly clinicId: ClinicId
  readonly userId: UserId
  readonly signal?: AbortSignal | undefined
  /** A file of another study is refused. */
  readonly studyInstanceUID?: string | undefined
  /** A file of another instance than the announced one is refused. */
  readonly instance?: { readonly sopClassUID: string; readonly sopInstanceUID: string } | undefined
  readonly capture?: CaptureDetails | undefined
  readonly inTransaction?: IncomingFile['inTransaction']
  /** The sender of a received file; undefined for a file that this server created. */
  readonly from?: TraySender | undefined
}
export type ReceivedFrom = Sender & { readonly from: TraySender }

/** A file that is flushed to disk and has no records yet, and its attributes. */
export interface ReceivedFile {
  readonly stored: StoredFile
  readonly reading: FileSummary
}

/** The bytes of an incoming file, and a faster way to receive them if the store supports it. */
export type IncomingBytes = AsyncIterable<Uint8Array> & Partial<PipeSource>

type Target = Pick<Sender, 'clinicId' | 'signal' | 'capture'>

/** Uses no database: it may run in another thread than the one that inserts the records. */
export async function receiveFile(
  deps: ReceiveDeps,
  bytes: IncomingBytes,
  target: Target,
): Promise<ReceivedFile> {
  const { files } = deps
  const { pipe } = bytes
  const store = files.pipe
  if (store && pipe) {
    const { all, ...teed } = teePipedPrefix({ pipe })
    return receiveStream(deps, target, {
      ...teed,
      write: (key, options) => store(key, all, options),
    })
  }
  const { all, ...teed } = teePrefix(bytes)
  const head = await teed.prefix
  if (head.isWhole) return receiveWhole(deps, target, head.bytes)
  return receiveStream(deps, target, {
    ...teed,
    write: (key, options) => files.put(key, all, options),
  })
}

/** A file that has arrived whole is written from memory, without a stream. */
async function receiveWhole(
  { files, readPool, clock }: ReceiveDeps,
  { clinicId, signal }: Target,
  bytes: Buffer,
): Promise<ReceivedFile> {
  if (bytes.byteLength === 0) refuse('import/empty')
  signal?.throwIfAborted()
  const key = createImageKey(clinicId, clock())
  const keyWithHash = (sha256: string) => addHash(key, sha256)
  const tail = createFileTail()
  tail.add(bytes)
  const reading = readPrefixAttributes(readPool, bytes, true)
  // An error of the parser is reported after the file was written, and removes it.
  reading.catch(() => undefined)
  const stored = await files.put(key, bytes, { keyWithHash })
  return keepIfReadable({ files, readPool }, stored, tail, () => reading)
}

interface IncomingStream {
  readonly prefix: Promise<FilePrefix>
  readonly tail: FileTail
  readonly write: (key: string, options: PutOptions) => Promise<StoredFile>
}

async function receiveStream(
  { files, readPool, clock }: ReceiveDeps,
  { clinicId, signal, capture }: Target,
  { prefix, tail, write }: IncomingStream,
): Promise<ReceivedFile> {
  const first = prefix.then((head) =>
    head.bytes.byteLength === 0
      ? refuse('import/empty')
      : readPrefixAttributes(readPool, head.bytes, head.isWhole),
  )
  const abort = new AbortController()
  const stop = () => abort.abort(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  // A refusal stops the transfer while the rest still arrives.
  first.catch((error: unknown) => abort.abort(error))
  const key = createImageKey(clinicId, clock())
  // A user waits for a captured image; a received one is viewed later, if at all.
  const bypassesCache = capture === undefined
  const keyWithHash = (sha256: string) => addHash(key, sha256)
  const options = { maxBytes: limits.dicomBytes, signal: abort.signal, bypassesCache, keyWithHash }
  // The file is created while the prefix is still arriving.
  const stored = await write(key, options).finally(() => signal?.removeEventListener('abort', stop))
  return keepIfReadable({ files, readPool }, stored, tail, () => first)
}

/** Removes a stored file again whose attributes or pixel data cannot be read. */
async function keepIfReadable(
  { files, readPool }: Pick<ReceiveDeps, 'files' | 'readPool'>,
  stored: StoredFile,
  tail: FileTail,
  readFirst: () => Promise<FileSummary | 'needs-more'>,
): Promise<ReceivedFile> {
  try {
    const read = await readFirst()
    const reading =
      read === 'needs-more' ? await readStoredAttributes(readPool, files, stored) : read
    const { fragmentsStart } = reading
    if (
      fragmentsStart !== undefined &&
      !(await isPixelDataComplete(files, stored, tail, fragmentsStart))
    )
      refuse('import/damaged')
    return { stored, reading }
  } catch (error) {
    // The file has no records yet: nothing is lost with it, and the sender gets the error.
    await files.remove(stored.key).catch(() => undefined)
    throw error
  }
}
