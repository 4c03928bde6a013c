import { open, readdir, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { mapDiskErrors, unlessMissing } from './disk-errors.ts'
import { isFileKeySegment } from './file-key.ts'
import { checkRange } from './file-store.ts'
import type { ByteRange, FileEntry, OpenFile } from './file-store.ts'

async function openHandle(path: string): Promise<FileHandle | undefined> {
  const handle = await mapDiskErrors(unlessMissing(open(path, 'r')))
  if (!handle) return undefined
  // Opening a folder succeeds on Linux; only reading it fails.
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  return undefined
}

export async function streamFile(path: string, range?: ByteRange) {
  const part = range && checkRange(range)
  return (await openHandle(path))?.createReadStream(part)
}

export async function openFile(path: string, start = 0): Promise<OpenFile | undefined> {
  const handle = await openHandle(path)
  let at = start
  return (
    handle && {
      read: async (into) => {
        const { bytesRead } = await mapDiskErrors(handle.read(into, 0, into.byteLength, at))
        at += bytesRead
        return bytesRead
      },
      close: () => handle.close(),
    }
  )
}

export async function statFile(key: string, path: string): Promise<FileEntry | undefined> {
  const found = await mapDiskErrors(unlessMissing(stat(path)))
  if (!found?.isFile()) return undefined
  return { key, byteLength: found.size, modifiedOn: found.mtime.toISOString() }
}

/** @param prefix the beginning of the keys in this folder: empty, or with a slash at its end */
export async function* listFolder(prefix: string, path: string): AsyncGenerator<FileEntry> {
  const names = (await mapDiskErrors(unlessMissing(readdir(path, { withFileTypes: true })))) ?? []
  const ours = names
    .filter((found) => isFileKeySegment(found.name) && (found.isFile() || found.isDirectory()))
    .map((found) => ({ name: found.name, order: found.name + (found.isDirectory() ? '/' : '') }))
  // Sorts by whole keys, as S3 does: a folder sorts with its slash.
  ours.sort((one, other) => (one.order < other.order ? -1 : 1))
  for (const { name, order } of ours) {
    const key = prefix + name
    if (order.endsWith('/')) yield* listFolder(`${key}/`, join(path, name))
    else {
      const found = await statFile(key, join(path, name))
      if (found) yield found
    }
  }
}
