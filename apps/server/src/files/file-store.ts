import type { Readable } from 'node:stream'
import { Refusal } from '@talus/contract'
import type { Instant, SecondStoreFault } from '@talus/contract'

/**
 * Bytes from the network, a worker or another file. The memory of a chunk may be reused as soon as
 * the next chunk is requested.
 */
export type Bytes = Uint8Array | AsyncIterable<Uint8Array>

/**
 * Receives a chunk whose memory may be reused once this returns. A promise means: send the next
 * chunk only after it is fulfilled. An error ends the transfer.
 */
export type ChunkSink = (chunk: Uint8Array) => Promise<void> | undefined

/** Bytes that are pushed to a sink as they arrive. */
export interface PipeSource {
  /** Resolves after the last chunk. */
  readonly pipe: (sink: ChunkSink) => Promise<void>
}

export interface StoredFile {
  readonly key: string
  readonly byteLength: number
  /** SHA-256 of the bytes as they passed through, in lower-case hexadecimal digits. */
  readonly sha256: string
}

export interface FileEntry {
  readonly key: string
  readonly byteLength: number
  readonly modifiedOn: Instant
}

export interface PutOptions {
  /** More bytes are refused with 413, and nothing is stored. */
  readonly maxBytes?: number | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * The file is not read soon: writing it past the page cache of the system takes half of the CPU
   * time.
   */
  readonly bypassesCache?: boolean | undefined
  /**
   * Another key for the file, which contains its hash. A store that may use it flushes the file and
   * its name together: after a power cut, half a file can then be found under that key, and is known
   * by a hash that differs. `put` returns the key that was used.
   */
  readonly keyWithHash?: ((sha256: string) => string) | undefined
}

/** Both ends are included, as in an HTTP range. A start past the end gives no bytes. */
export interface ByteRange {
  readonly start: number
  readonly end?: number | undefined
}

export function checkRange({ start, end = Infinity }: ByteRange) {
  const isWhole = (offset: number) =>
    offset >= 0 && (offset === Infinity || Number.isInteger(offset))
  if (!isWhole(start) || !isWhole(end) || end < start)
    throw new RangeError(`not a range of bytes: ${start} to ${end}`)
  return { start, end }
}

/** A file that is read chunk by chunk into memory of the reader, who closes it at the end. */
export interface OpenFile {
  /** Fills `into` from its start and returns the number of bytes; 0 is the end of the file. */
  readonly read: (into: Uint8Array) => Promise<number>
  /** May be called at any time, also twice; a pending read then fails or ends. */
  readonly close: () => Promise<void>
}

/**
 * Stores files. A file is visible whole or not at all, and `put` returns when it would survive a
 * power cut. Keys are checked by checkFileKey(); a key cannot be a file and a folder of other files
 * at once.
 */
export interface FileStore {
  /** Replaces the previous file of the key atomically. */
  readonly put: (key: string, bytes: Bytes, options?: PutOptions) => Promise<StoredFile>
  /**
   * The same for bytes that are pushed as they are read from a connection. Offered only by a store
   * on disk in a dedicated thread, because it may block.
   */
  readonly pipe?: (key: string, bytes: PipeSource, options?: PutOptions) => Promise<StoredFile>
  /** The caller reads the stream to its end or destroys it. */
  readonly read: (key: string, range?: ByteRange) => Promise<Readable | undefined>
  /**
   * For large files at speed: `read` allocates a buffer per chunk, here the reader can reuse one.
   */
  readonly open: (key: string, start?: number) => Promise<OpenFile | undefined>
  readonly stat: (key: string) => Promise<FileEntry | undefined>
  /** Removing a missing file is no error. */
  readonly remove: (key: string) => Promise<void>
  /**
   * Lists every file in a folder and the folders below it, sorted by key; '' is the whole store.
   */
  readonly list: (folder: string) => AsyncIterable<FileEntry>
  /** Undefined if the store has no known limit. */
  readonly freeBytes: () => Promise<number | undefined>
  /**
   * Rejects with MissingStorage if there is no such bucket or folder, or the key to it is refused,
   * and with StorageUnavailable during an outage.
   */
  readonly check: () => Promise<void>
  /** Removes what a process that died during `put` left behind. Called at start, and hourly. */
  readonly sweep: (now?: Date) => Promise<void>
  readonly close: () => Promise<void>
  /** The parts of a store whose old images are in a second one. */
  readonly tiers?: FileTiers
}

export interface FileTiers {
  readonly first: FileStore
  readonly second: FileStore
  /** Rejects with SecondStoreUnavailable unless the second store can be read and written. */
  readonly checkSecond: () => Promise<void>
  readonly readMoves: () => Promise<SecondStoreContent | undefined>
  /** Notes in the data folder what the second store has; undefined if nothing was noted before. */
  readonly noteMoves: (
    change: (before: SecondStoreContent | undefined) => MovedFiles,
  ) => Promise<void>
}

/** The files moved to the second store, noted in the data folder: the store itself may be away. */
export interface MovedFiles {
  readonly files: number
  readonly bytes: number
  readonly movedOn: Instant | null
  /** When the files were counted in the store itself. */
  readonly countedOn: Instant | null
}

export interface SecondStoreContent extends MovedFiles {
  /** The value of SECOND_STORE; empty if a version that did not note it has moved the files. */
  readonly place: string
}

const retryAfterSeconds = 30

const full = ['disk full', 'disk quota used up']
const secondOutOfReach = 'the second store is out of reach'
const secondNotSet = 'images are in a second store, but SECOND_STORE is not set'

function toErrorCode(reason: string) {
  if (reason === secondOutOfReach) return 'storage/second-out-of-reach'
  if (reason === secondNotSet) return 'storage/second-not-set'
  return full.includes(reason) ? 'storage/full' : 'server/unavailable'
}

/** The settings name a storage that does not exist, or that refuses the key. */
export class MissingStorage extends Error {}

/** The store cannot write or read now: 507 if it is full, 503 if it is read-only or unreachable. */
export class StorageUnavailable extends Refusal {
  readonly reason: string

  constructor(reason: string, cause: unknown) {
    super(toErrorCode(reason), { retryAfterSeconds })
    this.name = 'StorageUnavailable'
    this.message = `file store: ${reason}`
    this.reason = reason
    this.cause = cause
  }
}

/** An image of former years cannot be read, because the NAS or the service that has it is away. */
export class SecondStoreUnavailable extends StorageUnavailable {
  constructor(cause: unknown, reason = secondOutOfReach) {
    super(reason, cause)
    this.name = 'SecondStoreUnavailable'
  }
}

/** Images were moved to a second store, and the settings no longer name it. */
export class SecondStoreNotSet extends SecondStoreUnavailable {
  constructor() {
    super(undefined, secondNotSet)
    this.name = 'SecondStoreNotSet'
  }
}

/** Why a second store cannot be used, for the operator who can mend it. */
export class SecondStoreProblem extends Error {
  readonly fault: SecondStoreFault

  constructor(fault: SecondStoreFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}
