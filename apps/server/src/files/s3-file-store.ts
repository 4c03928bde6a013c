import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { checkFileKey, isFileKeySegment } from './file-key.ts'
import { checkRange } from './file-store.ts'
import type { ByteRange, FileEntry, FileStore, OpenFile } from './file-store.ts'
import { openStream } from './open-stream.ts'
import { checkBucket, createClient, mapServiceErrors, withStatus } from './s3-client.ts'
import type { S3Settings } from './s3-client.ts'
import { putStream, putWhole } from './s3-upload.ts'

/** Another server may be uploading slowly: S3 does not report when a part last arrived. */
const unfinishedMaxAgeMs = 24 * 60 * 60 * 1000

export function createS3FileStore(settings: S3Settings): FileStore {
  const client = createClient(settings)
  const Bucket = settings.bucket
  const trimmed = (settings.prefix ?? '').replace(/^\/+|\/+$/gu, '')
  const prefix = trimmed === '' ? '' : `${trimmed}/`
  const objectKey = (key: string) => prefix + checkFileKey(key)
  const bucket = { client, Bucket, objectKey }

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
      bytes instanceof Uint8Array
        ? putWhole(bucket, key, bytes, options)
        : putStream(bucket, key, bytes, options),
    read,
    open,
    stat,
    async remove(key) {
      await mapServiceErrors(client.send(new DeleteObjectCommand({ Bucket, Key: objectKey(key) })))
    },
    list: (folder) => list(folder === '' ? '' : checkFileKey(folder)),
    freeBytes: () => Promise.resolve(undefined),
    check: () => checkBucket(client, settings),
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
