import { diskFiles } from './disk-files.ts'
import type { FileStore } from './files.ts'
import type { S3Settings } from './s3-files.ts'

export { fileKey } from './file-key.ts'
export { StorageUnavailable } from './files.ts'
export type {
  Bytes,
  ByteRange,
  FileEntry,
  FileStore,
  OpenFile,
  PutOptions,
  StoredFile,
} from './files.ts'

export type FileSettings =
  | { readonly kind: 'disk'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Settings)

export async function openFiles(settings: FileSettings): Promise<FileStore> {
  if (settings.kind === 'disk') {
    const files = diskFiles(settings.folder)
    await files.sweep()
    return files
  }
  // Loaded only where it is used: the S3 client costs some 60 MB of memory.
  const { s3Files } = await import('./s3-files.ts')
  return s3Files(settings)
}
