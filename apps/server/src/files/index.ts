import { join } from 'node:path'
import { syncCalls, asyncCalls } from './disk-calls.ts'
import { createDiskFileStore } from './disk-file-store.ts'
import type { FileStore } from './file-store.ts'
import type { S3Settings } from './s3-client.ts'

export { mapDiskErrors } from './disk-errors.ts'
export { MissingStorage, StorageUnavailable } from './file-store.ts'
export { acquireBuffer, releaseBuffer } from './buffer-pool.ts'
export { openChunks } from './read-chunks.ts'
export type {
  FileEntry,
  FileStore,
  OpenFile,
  PipeSource,
  PutOptions,
  StoredFile,
} from './file-store.ts'

export type FileSettings =
  | { readonly kind: 'disk'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Settings)

/** Returns the storage settings of a server: S3 if configured, otherwise a folder on disk. */
export const getFileSettings = ({
  s3,
  dataFolder,
}: {
  readonly s3: S3Settings | undefined
  readonly dataFolder: string
}): FileSettings =>
  s3 ? { kind: 's3', ...s3 } : { kind: 'disk', folder: join(dataFolder, 'files') }

/** @param isOwnThread whether this runs in a dedicated thread, which may block on a slow disk */
export async function openFileStore(
  settings: FileSettings,
  isOwnThread = false,
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
