import { Readable } from 'node:stream'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import type { S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { Bytes, PutOptions, StoredFile } from './file-store.ts'
import { mapServiceErrors } from './s3-client.ts'
import { StreamDigest, digestBytes } from './stream-digest.ts'

/**
 * Two parts of 8 MB in flight: enough to saturate the connection, little memory per upload, files
 * up to 80 GB.
 */
const partBytes = 8 * 1024 * 1024
const partsAtOnce = 2

/** A bucket, and the names that keys have in it. */
export interface S3Bucket {
  readonly client: S3Client
  readonly Bucket: string
  readonly objectKey: (key: string) => string
}

/** S3 compares the bytes it received with the hash of the bytes that the caller passed. */
export async function putWhole(
  { client, Bucket, objectKey }: S3Bucket,
  key: string,
  bytes: Uint8Array,
  options: PutOptions,
): Promise<StoredFile> {
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

/** Uploads bytes of unknown length in parts. */
export async function putStream(
  { client, Bucket, objectKey }: S3Bucket,
  key: string,
  bytes: Bytes,
  options: PutOptions,
): Promise<StoredFile> {
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
