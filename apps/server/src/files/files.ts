import type { Readable } from 'node:stream'
import { Refusal } from '@talus/contract'
import type { Instant } from '@talus/contract'

/**
 * What arrives over the network, out of a worker, or out of another file. Each piece may be lent: its
 * memory may change as soon as the next one is asked for.
 */
export type Bytes = Uint8Array | AsyncIterable<Uint8Array>

/**
 * Takes a piece that is lent until this returns. A promise says that there is no room for the next one
 * until it is fulfilled. What it throws ends it all.
 */
export type Take = (piece: Uint8Array) => Promise<void> | undefined

/** Bytes that are handed over as they come. */
export interface Pourable {
  /** Comes back after the last piece. */
  readonly pour: (take: Take) => Promise<void>
}

export interface StoredFile {
  readonly key: string
  readonly byteLength: number
  /** Of the bytes as they passed through, in lower-case hexadecimal digits. */
  readonly sha256: string
}

export interface FileEntry {
  readonly key: string
  readonly byteLength: number
  readonly modifiedOn: Instant
}

export interface PutOptions {
  /** More than this is refused with 413, and nothing is kept. */
  readonly maxBytes?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Nobody reads it at once: it need not be in the system's cache, and takes half of the processor. */
  readonly isForLater?: boolean | undefined
}

/** Both ends are included, as in an HTTP range. A start past the end gives no bytes. */
export interface ByteRange {
  readonly start: number
  readonly end?: number | undefined
}

export function checkedRange({ start, end = Infinity }: ByteRange) {
  const isWhole = (place: number) => place >= 0 && (place === Infinity || Number.isInteger(place))
  if (!isWhole(start) || !isWhole(end) || end < start)
    throw new RangeError(`not a range of bytes: ${start} to ${end}`)
  return { start, end }
}

/** A file that is read piece by piece into memory of the reader's own, who closes it at the end. */
export interface OpenFile {
  /** Fills `into` from its beginning and says how far; 0 is the end of the file. */
  readonly read: (into: Uint8Array) => Promise<number>
  /** May come at any time, also twice; a read under way then fails or comes to its end. */
  readonly close: () => Promise<void>
}

/**
 * Where bytes live. A file is seen whole or not at all, and `put` returns when it would survive a
 * power cut. Keys are checked by fileKey(); a key cannot be a file and a folder of others at once.
 */
export interface FileStore {
  /** Replaces what the key held, in one step. */
  readonly put: (key: string, bytes: Bytes, options?: PutOptions) => Promise<StoredFile>
  /**
   * The same for bytes that come as they are read from a connection. Only where nobody is kept waiting
   * by it: in a thread of its own, on a disk.
   */
  readonly pour?: (key: string, bytes: Pourable, options?: PutOptions) => Promise<StoredFile>
  /** The caller reads the stream to its end or destroys it. */
  readonly read: (key: string, range?: ByteRange) => Promise<Readable | undefined>
  /** For long files at speed: what `read` allocates for each chunk, the reader can use again. */
  readonly open: (key: string, start?: number) => Promise<OpenFile | undefined>
  readonly stat: (key: string) => Promise<FileEntry | undefined>
  /** Removing what is not there is no error. */
  readonly remove: (key: string) => Promise<void>
  /** Every file in a folder and the folders below it, by key; '' is the whole store. */
  readonly list: (folder: string) => AsyncIterable<FileEntry>
  /** Undefined where there is no end to be seen. */
  readonly freeBytes: () => Promise<number | undefined>
  /** Clears what a process that died in the middle of `put` left behind. At start, and hourly. */
  readonly sweep: (now?: Date) => Promise<void>
  readonly close: () => Promise<void>
}

const retryAfterSeconds = 30

const full = ['disk full', 'disk quota used up']

/** The store cannot take or give bytes now: 507 where it is full, 503 where it is read-only or gone. */
export class StorageUnavailable extends Refusal {
  readonly reason: string

  constructor(reason: string, cause: unknown) {
    super(full.includes(reason) ? 'storage/full' : 'server/unavailable', { retryAfterSeconds })
    this.name = 'StorageUnavailable'
    this.message = `file store: ${reason}`
    this.reason = reason
    this.cause = cause
  }
}
