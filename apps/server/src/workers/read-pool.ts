import type { ImageMetadata } from '@talus/contract'
import { DicomFault } from '@talus/dicom'
import type {
  Attributes,
  EditOptions,
  PresentedImage,
  ReadPresentation,
  StoredTables,
} from '@talus/dicom'
import { fileFaults, ignoreFileFault } from './file-faults.ts'
import { createLongReads } from './long-read.ts'
import type { LongReadRequest } from './long-read.ts'
import type {
  FileSummary,
  HeaderContent,
  PixelLocation,
  ReadDocument,
  ReadProtocol,
} from './read-protocol.ts'
import { createWorkerPool } from './worker-pool.ts'
import type { PoolLoad, PoolSettings } from './worker-pool.ts'

export interface MetadataOptions {
  readonly fileBytes: number
  readonly withTags: boolean
  readonly signal?: AbortSignal
}

export interface PixelLocationOptions {
  readonly fileBytes: number
  /** Counts from 0. */
  readonly frame: number
  readonly signal?: AbortSignal
}

/** A stored file that is to be read from its start. */
export interface FilePrefix {
  /** The length of the prefix, which is that of the file if the whole file is meant. */
  readonly byteLength: number
  /** The memory of a chunk may be reused as soon as the next one is requested. */
  readonly open: () => Promise<AsyncIterable<Uint8Array>>
}

/**
 * Reads the prefix of a file. Each method fails with a `DicomFault`, which is `needs-more` if the
 * pixel data does not start within the prefix, or with a `WorkerFault`.
 */
export interface ReadPool {
  /** The bytes are transferred. */
  read(prefix: Uint8Array, fileBytes: number): Promise<FileSummary>
  /** `prefix` is opened when the worker is free. */
  readStored(prefix: FilePrefix, fileBytes: number): Promise<FileSummary>
  readMetadata(prefix: FilePrefix, options: MetadataOptions): Promise<ImageMetadata>
  locatePixels(prefix: FilePrefix, options: PixelLocationOptions): Promise<PixelLocation>
  readContent(prefix: FilePrefix, fileBytes: number): Promise<HeaderContent>
  /** The lookup tables of an image; `too-large` if its header is longer than `threadBytesMax`. */
  readTables(prefix: FilePrefix, fileBytes: number): Promise<StoredTables>
  /** How a presentation state shows an image; `too-large` like above. */
  readPresentation(file: FilePrefix, image: PresentedImage): Promise<ReadPresentation>
  /** `file` is the whole file: an object without pixel data ends with its last element. */
  readDocument(file: FilePrefix, signal?: AbortSignal): Promise<ReadDocument>
  /** Changes attributes of a header, which is loaded when the worker is free. */
  edit(
    head: () => Promise<Uint8Array>,
    changes: Attributes,
    options?: EditOptions,
  ): Promise<Uint8Array>
  /** Starts the thread, so that the next file does not wait for it. */
  warm(): Promise<void>
  close(): Promise<void>
  readLoad(): PoolLoad
}

/**
 * A longer header is read in a process of its own: within this length the limits of the parser keep
 * the heap of a thread small, and a longer buffer would be too much memory anyway.
 */
export const threadBytesMax = 64 * 1024 * 1024

/**
 * Fills one buffer: joining chunks at the end would need the memory twice, and stop the thread. The
 * recorded length of a file may be too short.
 */
async function readBytes(
  chunks: AsyncIterable<Uint8Array>,
  byteLength: number,
): Promise<Uint8Array> {
  let bytes = new Uint8Array(byteLength)
  let at = 0
  for await (const chunk of chunks) {
    if (at + chunk.byteLength > bytes.byteLength) {
      const longer = new Uint8Array(2 * (at + chunk.byteLength))
      longer.set(bytes)
      bytes = longer
    }
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return at === bytes.byteLength ? bytes : bytes.slice(0, at)
}

async function readShort({ byteLength, open }: FilePrefix): Promise<Uint8Array> {
  if (byteLength > threadBytesMax) throw new DicomFault('too-large', `${byteLength} bytes`)
  return readBytes(await open(), byteLength)
}

/** A separate pool of one worker: reading a header must not wait for rendering. */
const defaults: PoolSettings = {
  script: new URL('./read-worker.ts', import.meta.url),
  size: 1,
  timeLimitMs: 10_000,
  idleMs: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
}

/**
 * Files come from untrusted senders, so a parser that hangs or crashes must not harm the server.
 */
export function startReadPool(settings: Partial<PoolSettings> = {}): ReadPool {
  const pool = createWorkerPool<ReadProtocol>({ ...defaults, ...settings }, fileFaults)
  const longReads = createLongReads()

  /** Runs one of two equal calls, in the thread or in a process. */
  function choose<Result>(
    { byteLength, open }: FilePrefix,
    signal: AbortSignal | undefined,
    {
      short,
      long,
    }: {
      readonly short: (load: () => Promise<Uint8Array>) => Promise<Result>
      readonly long: LongReadRequest
    },
  ): Promise<Result> {
    if (byteLength <= threadBytesMax) return short(async () => readBytes(await open(), byteLength))
    // The process answers with the function that the thread uses.
    return longReads.run(long, open, signal) as Promise<Result>
  }

  return {
    read: (bytes, fileBytes) => pool.run('summary', { payload: () => ({ bytes, fileBytes }) }),
    readStored: (prefix, fileBytes) =>
      choose(prefix, undefined, {
        short: (load) =>
          pool.run('summary', { payload: async () => ({ bytes: await load(), fileBytes }) }),
        long: { call: 'summary', fileBytes },
      }),
    readMetadata: (prefix, { fileBytes, withTags, signal }) =>
      choose(prefix, signal, {
        short: (load) =>
          pool.run('metadata', {
            payload: async () => ({ bytes: await load(), fileBytes, withTags }),
            signal,
          }),
        long: { call: 'metadata', fileBytes, withTags },
      }),
    locatePixels: (prefix, { fileBytes, frame, signal }) =>
      choose(prefix, signal, {
        short: (load) =>
          pool.run('locatePixels', {
            payload: async () => ({ bytes: await load(), fileBytes, frame }),
            signal,
          }),
        long: { call: 'locatePixels', fileBytes, frame },
      }),
    readContent: (prefix, fileBytes) =>
      choose(prefix, undefined, {
        short: (load) =>
          pool.run('content', { payload: async () => ({ bytes: await load(), fileBytes }) }),
        long: { call: 'content', fileBytes },
      }),
    readTables: (prefix, fileBytes) =>
      pool.run('tables', { payload: async () => ({ bytes: await readShort(prefix), fileBytes }) }),
    readPresentation: (file, image) =>
      pool.run('presentation', { payload: async () => ({ bytes: await readShort(file), image }) }),
    readDocument: (file, signal) => {
      const fileBytes = file.byteLength
      return choose(file, signal, {
        short: (load) =>
          pool.run('document', {
            payload: async () => ({ bytes: await load(), fileBytes }),
            signal,
          }),
        long: { call: 'document', fileBytes },
      })
    },
    edit: (load, changes, options) =>
      pool.run('edit', { payload: async () => ({ bytes: await load(), changes, options }) }),
    async warm() {
      const payload = () => ({ bytes: new Uint8Array(), fileBytes: 0 })
      await pool.run('summary', { payload }).catch(ignoreFileFault)
    },
    readLoad: pool.readLoad,
    async close() {
      longReads.close()
      await pool.close()
    },
  }
}
