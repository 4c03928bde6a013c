import { open, readdir, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { getErrorCode } from '@talus/node-kit/error-code'
import { openChunks, SecondStoreUnavailable } from '../files/index.ts'
import type { FileChunks, FileEntry, FileStore } from '../files/index.ts'
import type { OpenBytes } from './repository.ts'

/** A file of the installation as it is now. */
export interface SourceFile {
  /** The path below the data folder, with slashes. */
  readonly path: string
  readonly byteLength: number
  readonly modifiedOn: string
  readonly open: OpenBytes
}

/** Files of the store are below this folder of the data folder, also when they are in a bucket. */
export const storedFolder = 'files'
/** The copy of the database while it is read. */
export const snapshotFolder = 'backup-snapshot'
export const backupLockFile = 'backup.lock'

/** Files of the store that the server makes again from the images, or that are still arriving. */
const derivedFolders = ['thumbnails', 'frames', 'slices', 'pending']

/**
 * Parts of the data folder that are copied in another way, made again, or belong to the running
 * processes. The rest is copied, so that a file of a later version is not forgotten.
 */
const leftOut = new Set([
  storedFolder,
  snapshotFolder,
  'restored.json',
  'calibrations',
  'downloads',
  'import',
  'update',
  'bridge/reserve',
  'bridge/simulator',
])
const processFile = /(?:^talus\.sqlite.*|\.lock(?:-journal|-wal|-shm)?|\.log|\.part)$/u

const isKept = (path: string, name: string) =>
  !leftOut.has(path) && !name.startsWith('.') && !processFile.test(name)

/** Lists the files of the data folder beside the database and the store: keys, mails, the bridge. */
export async function* listDataFolder(dataFolder: string, below = ''): AsyncGenerator<SourceFile> {
  const entries = await readdir(join(dataFolder, below), { withFileTypes: true })
  const names = entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  for (const entry of names) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (!isKept(path, entry.name)) continue
    if (entry.isDirectory()) yield* listDataFolder(dataFolder, path)
    else if (entry.isFile()) {
      const file = await describeFile(join(dataFolder, path), path)
      if (file) yield file
    }
  }
}

/** Undefined if the file was removed meanwhile. */
async function describeFile(full: string, path: string): Promise<SourceFile | undefined> {
  const unlessGone = (error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
  const found = await stat(full).catch(unlessGone)
  return (
    found && {
      path,
      byteLength: found.size,
      modifiedOn: found.mtime.toISOString(),
      open: async () => {
        const handle = await open(full).catch(unlessGone)
        return handle && toChunks(handle)
      },
    }
  )
}

const toChunks = (handle: FileHandle): FileChunks => ({
  [Symbol.asyncIterator]: () =>
    (handle.createReadStream() as AsyncIterable<Uint8Array>)[Symbol.asyncIterator](),
  close: () => handle.close(),
})

/**
 * Lists the stored files, without those that the server can make again. If the second store is out
 * of reach, those of the first one are listed, and `onOutage` is called.
 */
export async function* listStoredFiles(
  files: FileStore,
  onOutage: () => void,
): AsyncGenerator<SourceFile> {
  for await (const { key, byteLength, modifiedOn } of listReachable(files, onOutage)) {
    if (derivedFolders.some((folder) => key.startsWith(`${folder}/`))) continue
    yield {
      path: `${storedFolder}/${key}`,
      byteLength,
      modifiedOn,
      open: () => openChunks(files, key),
    }
  }
}

async function* listReachable(files: FileStore, onOutage: () => void): AsyncGenerator<FileEntry> {
  let last = ''
  try {
    for await (const entry of files.list('')) {
      last = entry.key
      yield entry
    }
  } catch (error) {
    if (!(error instanceof SecondStoreUnavailable) || !files.tiers) throw error
    onOutage()
    // Keys are listed in their order.
    for await (const entry of files.tiers.first.list('')) if (entry.key > last) yield entry
  }
}
