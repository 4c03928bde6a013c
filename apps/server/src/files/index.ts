import { join } from 'node:path'
import { syncCalls, asyncCalls } from './disk-calls.ts'
import { createDiskFileStore } from './disk-file-store.ts'
import type { FileStore } from './file-store.ts'
import type { S3Settings } from './s3-client.ts'
import { openSecondStore } from './second-store.ts'
import type { SecondStoreSettings } from './second-store.ts'
import { createTieredFileStore } from './tiered-file-store.ts'

export { mapDiskErrors } from './disk-errors.ts'
export { measureFileStore } from './measured-file-store.ts'
export { MissingStorage, SecondStoreUnavailable, StorageUnavailable } from './file-store.ts'
export { acquireBuffer, releaseBuffer } from './buffer-pool.ts'
export { getDayOfKey } from './tiered-file-store.ts'
export { closeAfter, openChunks } from './read-chunks.ts'
export type { FileChunks } from './read-chunks.ts'
export type {
  FileEntry,
  FileStore,
  OpenFile,
  PipeSource,
  PutOptions,
  StoredFile,
} from './file-store.ts'

export type { SecondStoreSettings } from './second-store.ts'

type FirstStoreSettings =
  | { readonly kind: 'disk'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Settings)

export type FileSettings = FirstStoreSettings & {
  /** The store of old images, if there is one. */
  readonly second?: SecondStoreSettings | undefined
}

/** Returns the storage settings of a server: S3 if configured, otherwise a folder on disk. */
export const getFileSettings = ({
  s3,
  dataFolder,
  secondStore: second,
}: {
  readonly s3: S3Settings | undefined
  readonly dataFolder: string
  readonly secondStore?: SecondStoreSettings | undefined
}): FileSettings =>
  s3 ? { kind: 's3', ...s3, second } : { kind: 'disk', folder: join(dataFolder, 'files'), second }

/** @param isOwnThread whether this runs in a dedicated thread, which may block on a slow disk */
export async function openFileStore(
  settings: FileSettings,
  isOwnThread = false,
): Promise<FileStore> {
  const first = await openFirstStore(settings, isOwnThread)
  return settings.second
    ? createTieredFileStore(first, await openSecondStore(settings.second))
    : first
}

async function openFirstStore(
  settings: FirstStoreSettings,
  isOwnThread: boolean,
): Promise<FileStore> {
  if (settings.kind === 'disk') {
    const files = createDiskFileStore(settings.folder, isOwnThread ? syncCalls : asyncCalls)
    await files.sweep()
    return files
  }
  // Loaded only if it is used: the S3 client costs some 60 MB of memory.
  const { createS3FileStore } = await import('./s3-file-store.ts')
  return createS3FileStore(settings)
}
