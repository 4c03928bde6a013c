import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getErrorCode } from './error-code.ts'
import { checkFileKey, isFileKeySegment } from './file-key.ts'
import { StorageUnavailable, checkRange } from './file-store.ts'
import type {
  Bytes,
  ByteRange,
  FileEntry,
  FileStore,
  OpenFile,
  PutOptions,
  StoredFile,
} from './file-store.ts'
import { StreamDigest, digestBytes } from './stream-digest.ts'
import { openStream } from './open-stream.ts'

export interface S3Settings {
  readonly bucket: string
  readonly region: string
  /**
   * The address of another S3-compatible service than Amazon's; buckets are then part of the path.
   */
  readonly endpoint?: string | undefined
  /** Without both, the host's own role or environment provides the credentials. */
  readonly accessKeyId?: string | undefined
  readonly secretAccessKey?: string | undefined
  /** The prefix of all keys in the bucket. */
  readonly prefix?: string | undefined
}

/**
 * Two parts of 8 MB in flight: enough to saturate the connection, little memory per upload, files
 * up to 80 GB.
 */
const partBytes = 8 * 1024 * 1024
const partsAtOnce = 2
/** Another server may be uploading slowly: S3 does not report when a part last arrived. */
const unfinishedMaxAgeMs = 24 * 60 * 60 * 1000
const timeouts = { connectionTimeout: 10_000, socketTimeout: 60_000 }
const outageStatuses: readonly number[] = [429, 500, 502, 503, 504]
const connectionErrors = /^(?:ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOST|ENET)/u

const statusOf = (error: unknown): number | undefined => {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined
  const metadata = error.$metadata
  return typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
    ? Number(metadata.httpStatusCode)
    : undefined
}

/**
 * The service is down or unreachable. A refused key or a missing bucket is a configuration error
 * instead.
 */
const isOutage = (error: unknown) =>
  outageStatuses.includes(statusOf(error) ?? 0) ||
  connectionErrors.test(getErrorCode(error) ?? '') ||
  (error instanceof Error && error.name === 'TimeoutError')

async function mapServiceErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw isOutage(error) ? new StorageUnavailable('S3 out of reach', error) : error
  }
}

async function withStatus<Result>(status: number, work: Promise<Result>, fallback: Result) {
  try {
    return await mapServiceErrors(work)
  } catch (error) {
    if (statusOf(error) === status) return fallback
    throw error
  }
}

function createClient(settings: S3Settings): S3Client {
  const { region, endpoint, accessKeyId, secretAccessKey } = settings
  return new S3Client({
    region,
    requestHandler: timeouts,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
  })
}

export function createS3FileStore(settings: S3Settings): FileStore {
  const client = createClient(settings)
  const Bucket = settings.bucket
  const trimmed = (settings.prefix ?? '').replace(/^\/+|\/+$/gu, '')
  const prefix = trimmed === '' ? '' : `${trimmed}/`
  const objectKey = (key: string) => prefix + checkFileKey(key)

  /** S3 compares the bytes it received with the hash of the bytes that the caller passed. */
  async function putWhole(key: string, bytes: Uint8Array, options: PutOptions) {
    const measure = new StreamDigest()
    // Drained for the hash alone; in slices, so that other requests get their turn.
    for await (const _ of digestBytes(bytes, options, measure)) options.signal?.throwIfAborted()
    const { byteLength, sha256 } = measure.result()
    const command = new PutObjectCommand({
      Bucket,
      Key: objectKey(key),
      Body: bytes,
      ContentLength: byteLength,
      ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
    })
    await mapServiceErrors(
      client.send(command, options.signal ? { abortSignal: options.signal } : {}),
    )
    return { key, byteLength, sha256 }
  }

  async function putStream(key: string, bytes: Bytes, options: PutOptions): Promise<StoredFile> {
    const measure = new StreamDigest()
    let sourceFailure: { readonly error: unknown } | undefined
    async function* watched() {
      try {
        // An upload holds several chunks at once, and their memory may be reused.
        for await (const chunk of digestBytes(bytes, options, measure)) yield Buffer.from(chunk)
      } catch (error) {
        sourceFailure = { error }
        throw error
      }
    }
    const upload = new Upload({
      client,
      // A failed part aborts the whole upload: no partial file stays in the bucket.
      leavePartsOnError: false,
      partSize: partBytes,
      queueSize: partsAtOnce,
      params: { Bucket, Key: objectKey(key), Body: Readable.from(watched()) },
    })
    try {
      await mapServiceErrors(upload.done())
    } catch (error) {
      // A browser that disconnects causes ECONNRESET as well; that is no outage of the store.
      throw sourceFailure ? sourceFailure.error : error
    }
    return { key, ...measure.result() }
  }

  async function read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const part = range && checkRange(range)
    const Range = part && `bytes=${part.start}-${part.end === Infinity ? '' : part.end}`
    const command = new GetObjectCommand({ Bucket, Key: objectKey(key), ...(Range && { Range }) })
    const get = async () => {
      const { Body } = await client.send(command)
      return Body instanceof Readable ? Body : Readable.from([])
    }
    const pastTheEnd = 416
    return withStatus<Readable | undefined>(
      404,
      withStatus<Readable | undefined>(pastTheEnd, get(), Readable.from([])),
      undefined,
    )
  }

  async function open(key: string, start = 0): Promise<OpenFile | undefined> {
    const stream = await read(key, start === 0 ? undefined : { start })
    return stream && openStream(stream)
  }

  async function stat(key: string): Promise<FileEntry | undefined> {
    const head = client.send(new HeadObjectCommand({ Bucket, Key: objectKey(key) }))
    const found = await withStatus<Awaited<typeof head> | undefined>(404, head, undefined)
    return found && entry(key, found.ContentLength, found.LastModified)
  }

  async function* list(folder: string): AsyncGenerator<FileEntry> {
    const Prefix = folder === '' ? prefix : `${objectKey(folder)}/`
    const pages = paginateListObjectsV2({ client }, { Bucket, Prefix })[Symbol.asyncIterator]()
    for (;;) {
      const page = await mapServiceErrors(pages.next())
      if (page.done) return
      for (const { Key, Size, LastModified } of page.value.Contents ?? []) {
        const key = Key?.slice(prefix.length) ?? ''
        // S3 consoles create empty objects that end in '/' to show folders.
        if (key.split('/').every(isFileKeySegment)) yield entry(key, Size, LastModified)
      }
    }
  }

  /** Clears one page of a thousand; the rest waits for the next hour. */
  async function sweep(now = new Date()) {
    const command = new ListMultipartUploadsCommand({ Bucket, Prefix: prefix })
    const { Uploads } = await client.send(command)
    for (const { Key, UploadId, Initiated } of Uploads ?? [])
      if (Initiated && now.getTime() - Initiated.getTime() > unfinishedMaxAgeMs)
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
  }

  return {
    put: (key, bytes, options = {}) =>
      bytes instanceof Uint8Array ? putWhole(key, bytes, options) : putStream(key, bytes, options),
    read,
    open,
    stat,
    async remove(key) {
      await mapServiceErrors(client.send(new DeleteObjectCommand({ Bucket, Key: objectKey(key) })))
    },
    list: (folder) => list(folder === '' ? '' : checkFileKey(folder)),
    freeBytes: () => Promise.resolve(undefined),
    // Some S3-compatible services do not list unfinished uploads (501) and clear them by
    // themselves.
    sweep: (now) => withStatus(501, sweep(now), undefined),
    close: () => {
      client.destroy()
      return Promise.resolve()
    },
  }
}

const entry = (key: string, byteLength = 0, modifiedOn = new Date(0)): FileEntry => ({
  key,
  byteLength,
  modifiedOn: modifiedOn.toISOString(),
})
