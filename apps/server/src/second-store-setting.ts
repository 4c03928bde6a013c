import { isAbsolute, join, relative, resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import type { SecondStoreSettings } from './files/index.ts'

interface SecondStoreEnvironment {
  readonly SECOND_STORE?: string | undefined
  readonly TALUS_DATA: string
  readonly FILE_STORE?: 'disk' | 's3' | undefined
  readonly S3_BUCKET?: string | undefined
  readonly S3_REGION: string
  readonly S3_ENDPOINT?: string | undefined
  readonly S3_ACCESS_KEY_ID?: string | undefined
  readonly S3_SECRET_ACCESS_KEY?: string | undefined
}

const bucketAddress = /^s3:\/\/(?<bucket>[a-z0-9.-]+)(?:\/(?<prefix>.*))?$/u

const contains = (outer: string, inner: string) => {
  const path = relative(outer, inner)
  return path === '' || (!path.startsWith('..') && !isAbsolute(path))
}

/** Reads a folder or `s3://bucket/prefix`; the latter has the service and the key of S3_…. */
export function readSecondStore(env: SecondStoreEnvironment): SecondStoreSettings | undefined {
  if (env.SECOND_STORE === undefined) return undefined
  const found = bucketAddress.exec(env.SECOND_STORE)?.groups
  const dataFolder = resolve(env.TALUS_DATA)
  if (!found) {
    const resolved = resolve(env.SECOND_STORE)
    if (contains(resolved, dataFolder) || contains(dataFolder, resolved))
      throw new ConfigError(
        '  SECOND_STORE: it must be outside of TALUS_DATA, on another disk or a NAS',
      )
    // A relative path stays one, so that the check of the store can name it.
    const folder = isAbsolute(env.SECOND_STORE) ? resolved : env.SECOND_STORE
    return { kind: 'disk', folder, noteFile: join(dataFolder, 'second-store.id') }
  }
  const { bucket = '', prefix = '' } = found
  if (bucket === env.S3_BUCKET && env.FILE_STORE !== 'disk')
    throw new ConfigError(`  SECOND_STORE: the bucket ${bucket} is the first store (S3_BUCKET)`)
  return {
    kind: 's3',
    bucket,
    prefix,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  }
}
