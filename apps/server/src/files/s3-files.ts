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
import { errorCode } from './error-code.ts'
import { fileKey, isFileKeySegment } from './file-key.ts'
import { StorageUnavailable, checkedRange } from './files.ts'
import type {
  Bytes,
  ByteRange,
  FileEntry,
  FileStore,
  OpenFile,
  PutOptions,
  StoredFile,
} from './files.ts'
import { Measure, measured } from './measured-bytes.ts'
import { openStream } from './open-stream.ts'

export interface S3Settings {
  readonly bucket: string
  readonly region: string
  /** Of another S3-speaking service than Amazon's; buckets are then part of the path. */
  readonly endpoint?: string | undefined
  /** Without both, the machine's own role or environment signs. */
  readonly accessKeyId?: string | undefined
  readonly secretAccessKey?: string | undefined
  /** Where in the bucket the keys begin. */
  readonly prefix?: string | undefined
}

/** Two parts of 8 MB in flight: enough for the line, little memory per upload, files up to 80 GB. */
const partBytes = 8 * 1024 * 1024
const partsAtOnce = 2
/** Another instance may be uploading slowly: S3 does not say when a part last arrived. */
const unfinishedMaxAgeMs = 24 * 60 * 60 * 1000
const timeouts = { connectionTimeout: 10_000, socketTimeout: 60_000 }
const outageStatuses: readonly number[] = [429, 500, 502, 503, 504]
const lineFaults = /^(?:ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOST|ENET)/u

const statusOf = (error: unknown): number | undefined => {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined
  const metadata = error.$metadata
  return typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
    ? Number(metadata.httpStatusCode)
    : undefined
}

/** The service is down or out of reach; a refused key or a missing bucket is a fault of ours. */
const isOutage = (error: unknown) =>
  outageStatuses.includes(statusOf(error) ?? 0) ||
  lineFaults.test(errorCode(error) ?? '') ||
  (error instanceof Error && error.name === 'TimeoutError')

async function onService<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw isOutage(error) ? new StorageUnavailable('S3 out of reach', error) : error
  }
}

async function withStatus<Result>(status: number, work: Promise<Result>, instead: Result) {
  try {
    return await onService(work)
  } catch (error) {
    if (statusOf(error) === status) return instead
    throw error
  }
}

function clientFor(settings: S3Settings): S3Client {
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

export function s3Files(settings: S3Settings): FileStore {
  const client = clientFor(settings)
  const Bucket = settings.bucket
  const trimmed = (settings.prefix ?? '').replace(/^\/+|\/+$/gu, '')
  const prefix = trimmed === '' ? '' : `${trimmed}/`
  const objectKey = (key: string) => prefix + fileKey(key)

  /** S3 compares the bytes it received with the hash of the bytes that we were given. */
  async function putWhole(key: string, bytes: Uint8Array, options: PutOptions) {
    const measure = new Measure()
    // Drained for the hash alone; in slices, so that other requests get their turn.
    for await (const _ of measured(bytes, options, measure)) options.signal?.throwIfAborted()
    const { byteLength, sha256 } = measure.result()
    const command = new PutObjectCommand({
      Bucket,
      Key: objectKey(key),
      Body: bytes,
      ContentLength: byteLength,
      ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
    })
    await onService(client.send(command, options.signal ? { abortSignal: options.signal } : {}))
    return { key, byteLength, sha256 }
  }

  async function putStream(key: string, bytes: Bytes, options: PutOptions): Promise<StoredFile> {
    const measure = new Measure()
    let sourceFailure: { readonly error: unknown } | undefined
    async function* watched() {
      try {
        // An upload holds several pieces at once, and they are only lent.
        for await (const piece of measured(bytes, options, measure)) yield Buffer.from(piece)
      } catch (error) {
        sourceFailure = { error }
        throw error
      }
    }
    const upload = new Upload({
      client,
      // A part that fails takes the others with it: no half of a file stays in the bucket.
      leavePartsOnError: false,
      partSize: partBytes,
      queueSize: partsAtOnce,
      params: { Bucket, Key: objectKey(key), Body: Readable.from(watched()) },
    })
    try {
      await onService(upload.done())
    } catch (error) {
      // A browser that hangs up says ECONNRESET as well; that is no outage of the store.
      throw sourceFailure ? sourceFailure.error : error
    }
    return { key, ...measure.result() }
  }

  async function read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const part = range && checkedRange(range)
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
      const page = await onService(pages.next())
      if (page.done) return
      for (const { Key, Size, LastModified } of page.value.Contents ?? []) {
        const key = Key?.slice(prefix.length) ?? ''
        // Consoles leave empty objects that end in '/' to show folders.
        if (key.split('/').every(isFileKeySegment)) yield entry(key, Size, LastModified)
      }
    }
  }

  /** One page of a thousand; what is left waits for the next hour. */
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
      await onService(client.send(new DeleteObjectCommand({ Bucket, Key: objectKey(key) })))
    },
    list: (folder) => list(folder === '' ? '' : fileKey(folder)),
    freeBytes: () => Promise.resolve(undefined),
    // Some S3-speaking services do not list unfinished uploads (501) and clear them by themselves.
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
