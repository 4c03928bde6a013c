import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { getErrorCode } from '@talus/node-kit/error-code'
import { MissingStorage, StorageUnavailable } from './file-store.ts'

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

/** Translates an outage of the service, and rethrows every other error. */
export async function mapServiceErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw isOutage(error) ? new StorageUnavailable('S3 out of reach', error) : error
  }
}

/** Resolves with the fallback if the service responds with this status. */
export async function withStatus<Result>(status: number, work: Promise<Result>, fallback: Result) {
  try {
    return await mapServiceErrors(work)
  } catch (error) {
    if (statusOf(error) === status) return fallback
    throw error
  }
}

export function createClient(settings: S3Settings): S3Client {
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

/** The health of the server must be known sooner than an upload may take. */
const checkMs = 2000

/** Rejects if the bucket does not exist, refuses the key or is out of reach. */
export async function checkBucket(client: S3Client, { bucket, endpoint }: S3Settings) {
  const where = endpoint === undefined ? 'Amazon S3' : endpoint
  const head = client.send(new HeadBucketCommand({ Bucket: bucket }), {
    abortSignal: AbortSignal.timeout(checkMs),
  })
  try {
    await mapServiceErrors(head)
  } catch (error) {
    const status = statusOf(error)
    if (status === 404) throw new MissingStorage(`S3_BUCKET: ${where} has no bucket "${bucket}".`)
    if (status === 401 || status === 403)
      throw new MissingStorage(
        `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: ${where} refuses them for the bucket "${bucket}".`,
      )
    throw error instanceof StorageUnavailable
      ? error
      : new StorageUnavailable('S3 out of reach', error)
  }
}
