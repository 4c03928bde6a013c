import { join } from 'node:path'
import { syncCalls, asyncCalls } from './disk-calls.ts'
import { createDiskFileStore } from './disk-file-store.ts'
import type { FileStore } from './file-store.ts'
import type { S3Settings } from './s3-client.ts'
import { openSecondStore } from './second-store.ts'
import type { SecondStoreSettings } from './second-store.ts'
import { hasMovedFiles, secondStoreContentFile } from './second-store-content.ts'
import { createStoreWithoutSecond, createTieredFileStore } from './tiered-file-store.ts'

export { mapDiskErrors } from './disk-errors.ts'
export { measureFileStore } from './measured-file-store.ts'
export {
  MissingStorage,
  SecondStoreNotSet,
  SecondStoreProblem,
  SecondStoreUnavailable,
  StorageUnavailable,
} from './file-store.ts'
export { readSecondStoreContent, secondStoreContentFile } from './second-store-content.ts'
export { namePlace, toProblem as toSecondStoreProblem } from './second-store.ts'
export { acquireBuffer, releaseBuffer } from './buffer-pool.ts'
export { getDayOfKey, mayBeInSecond } from './tiered-file-store.ts'
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
  /** The note of what was moved to a second store, also when the settings no longer name it. */
  readonly contentFile?: string
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
}): FileSettings => ({
  ...(s3 ? { kind: 's3', ...s3 } : { kind: 'disk', folder: join(dataFolder, 'files') }),
  second,
  contentFile: join(dataFolder, secondStoreContentFile),
})

/** @param isOwnThread whether this runs in a dedicated thread, which may block on a slow disk */
export async function openFileStore(
  settings: FileSettings,
  isOwnThread = false,
): Promise<FileStore> {
  const first = await openFirstStore(settings, isOwnThread)
  const { second, contentFile } = settings
  if (second) return createTieredFileStore(first, await openSecondStore(second), contentFile)
  return contentFile !== undefined && hasMovedFiles(contentFile)
    ? createStoreWithoutSecond(first)
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
