import { randomUUID } from 'node:crypto'
import { open, readdir, rm, stat, statfs } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BlockWriter } from './block-writer.ts'
import type { WriteTarget } from './block-writer.ts'
import { flush, asyncCalls, writeAll } from './disk-calls.ts'
import type { DiskCalls } from './disk-calls.ts'
import { mapDiskErrors } from './disk-errors.ts'
import { createDurableFolders, createFolderFlusher } from './durable-folder.ts'
import { getErrorCode } from './error-code.ts'
import { checkFileKey, isFileKeySegment } from './file-key.ts'
import { checkRange } from './file-store.ts'
import type {
  Bytes,
  ByteRange,
  FileEntry,
  FileStore,
  OpenFile,
  PipeSource,
  PutOptions,
  StoredFile,
} from './file-store.ts'
import { limitBytes, createLimitCheck } from './stream-digest.ts'
import { createDirectIo } from './direct-io.ts'

/**
 * The name begins with a dot, so that no key can name it. The folder is on the same volume, so that
 * a rename is atomic.
 */
const temporaryFolder = '.tmp'
const temporaryMaxAgeMs = 60 * 60 * 1000

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(getErrorCode(error) ?? '')

async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** On Windows a virus scanner may hold a new file for a moment, and renaming it fails meanwhile. */
async function renameWhenFree({ rename }: DiskCalls, from: string, to: string): Promise<void> {
  for (let waitMs = 10; ; waitMs *= 2) {
    try {
      await rename(from, to)
      return
    } catch (error) {
      const isHeld = ['EPERM', 'EACCES', 'EBUSY'].includes(getErrorCode(error) ?? '')
      if (process.platform !== 'win32' || !isHeld || waitMs > 1000) throw error
      await sleep(waitMs)
    }
  }
}

const createCachedWriter = (file: number): WriteTarget['blocks'] => ({
  write: (bytes, at) => writeAll(asyncCalls, file, bytes, at),
  close: () => Promise.resolve(),
})

async function writeFile(
  target: WriteTarget,
  writeContent: (writer: BlockWriter) => Promise<void>,
) {
  const writer = new BlockWriter(target)
  try {
    await writeContent(writer)
    return await writer.end()
  } finally {
    await writer.close()
  }
}

export function createDiskFileStore(folder: string, calls: DiskCalls = asyncCalls): FileStore {
  const root = resolve(folder)
  const temporaries = join(root, temporaryFolder)
  const syncFolder = createFolderFlusher(calls)
  const folders = createDurableFolders(root, syncFolder)
  const openDirectWriter = createDirectIo(calls)
  const inProgress = new Set<string>()
  const createBlockWriter = (path: string, file: number, { bypassesCache = false }: PutOptions) =>
    bypassesCache ? openDirectWriter(path, file) : createCachedWriter(file)
  const pathOf = (key: string) => join(root, ...checkFileKey(key).split('/'))

  /** Another program may have removed the folders (a restored backup): create them once more. */
  async function withFolder<Result>(of: string, work: () => Promise<Result>): Promise<Result> {
    await folders.ensure(of)
    try {
      return await work()
    } catch (error) {
      if (getErrorCode(error) !== 'ENOENT') throw error
      folders.forget()
      await folders.ensure(of)
      return work()
    }
  }

  const put = (key: string, bytes: Bytes, options: PutOptions = {}) =>
    storeFile(key, options, async (writer) => {
      for await (const chunk of limitBytes(bytes, options)) await writer.add(chunk)
    })

  const pipe = (key: string, bytes: PipeSource, options: PutOptions = {}) =>
    storeFile(key, options, (writer) => {
      const check = createLimitCheck(options)
      return bytes.pipe((chunk) => {
        check(chunk)
        return writer.add(chunk)
      })
    })

  async function storeFile(
    key: string,
    options: PutOptions,
    writeContent: (writer: BlockWriter) => Promise<void>,
  ): Promise<StoredFile> {
    const path = pathOf(key)
    const temporary = join(temporaries, `${randomUUID()}.part`)
    inProgress.add(temporary)
    try {
      const create = async () => calls.open(temporary, 'wx', 0o600)
      const file = await mapDiskErrors(withFolder(temporaries, create))
      let result
      try {
        result = await writeFile(
          { file, calls, blocks: createBlockWriter(temporary, file, options) },
          writeContent,
        )
        await mapDiskErrors(flush(file))
      } finally {
        await mapDiskErrors(Promise.resolve(calls.close(file)))
      }
      options.signal?.throwIfAborted()
      const parent = dirname(path)
      await mapDiskErrors(withFolder(parent, () => renameWhenFree(calls, temporary, path)))
      await mapDiskErrors(syncFolder(parent))
      return { key, ...result }
    } catch (error) {
      // The first error is the one worth knowing; sweep() removes a file that cannot be removed
      // now.
      await rm(temporary, { force: true }).catch(() => undefined)
      throw error
    } finally {
      inProgress.delete(temporary)
    }
  }

  async function openHandle(key: string): Promise<FileHandle | undefined> {
    const handle = await mapDiskErrors(unlessMissing(open(pathOf(key), 'r')))
    if (!handle) return undefined
    // Opening a folder succeeds on Linux; only reading it fails.
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
    return undefined
  }

  async function read(key: string, range?: ByteRange) {
    const part = range && checkRange(range)
    return (await openHandle(key))?.createReadStream(part)
  }

  async function openFile(key: string, start = 0): Promise<OpenFile | undefined> {
    const handle = await openHandle(key)
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

  async function entry(key: string, path: string): Promise<FileEntry | undefined> {
    const found = await mapDiskErrors(unlessMissing(stat(path)))
    if (!found?.isFile()) return undefined
    return { key, byteLength: found.size, modifiedOn: found.mtime.toISOString() }
  }

  async function* listFolder(prefix: string, path: string): AsyncGenerator<FileEntry> {
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
        const found = await entry(key, join(path, name))
        if (found) yield found
      }
    }
  }

  async function sweep(now = new Date()) {
    for (const name of (await unlessMissing(readdir(temporaries))) ?? []) {
      const path = join(temporaries, name)
      if (inProgress.has(path)) continue
      const found = await unlessMissing(stat(path))
      // Every write updates the time: an old file belongs to a process that has ended.
      if (found && now.getTime() - found.mtimeMs > temporaryMaxAgeMs)
        await rm(path, { force: true })
    }
  }

  return {
    put,
    ...(calls.isOwnThread && { pipe }),
    read,
    open: openFile,
    sweep,
    stat: (key) => entry(key, pathOf(key)),
    async remove(key) {
      const path = pathOf(key)
      if (!(await entry(key, path))) return
      await mapDiskErrors(rm(path, { force: true }))
      await mapDiskErrors(syncFolder(dirname(path)))
    },
    list: (prefix) =>
      prefix === '' ? listFolder('', root) : listFolder(`${prefix}/`, pathOf(prefix)),
    async freeBytes() {
      await mapDiskErrors(folders.ensure(root))
      const { bavail, bsize } = await mapDiskErrors(statfs(root))
      return bavail * bsize
    },
    close: () => Promise.resolve(),
  }
}
