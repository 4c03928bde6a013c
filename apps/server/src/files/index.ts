import { join } from 'node:path'
import { madeAtOnce, waitedFor } from './disk-calls.ts'
import { diskFiles } from './disk-files.ts'
import type { FileStore } from './files.ts'
import type { S3Settings } from './s3-files.ts'

export { fileKey } from './file-key.ts'
export { StorageUnavailable } from './files.ts'
export { borrowMemory, giveBackMemory } from './lent-memory.ts'
export type {
  Bytes,
  ByteRange,
  FileEntry,
  FileStore,
  OpenFile,
  Pourable,
  PutOptions,
  StoredFile,
} from './files.ts'

export type FileSettings =
  | { readonly kind: 'disk'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Settings)

/** Where a server with these settings keeps its files. */
export const fileSettingsOf = ({
  s3,
  dataFolder,
}: {
  readonly s3: S3Settings | undefined
  readonly dataFolder: string
}): FileSettings =>
  s3 ? { kind: 's3', ...s3 } : { kind: 'disk', folder: join(dataFolder, 'files') }

/** @param isOwnThread whether nobody is kept waiting when the disk is slow */
export async function openFiles(settings: FileSettings, isOwnThread = false): Promise<FileStore> {
  if (settings.kind === 'disk') {
    const files = diskFiles(settings.folder, isOwnThread ? madeAtOnce : waitedFor)
    await files.sweep()
    return files
  }
  // Loaded only where it is used: the S3 client costs some 60 MB of memory.
  const { s3Files } = await import('./s3-files.ts')
  return s3Files(settings)
}
