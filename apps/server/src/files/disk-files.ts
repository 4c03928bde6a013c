import { randomUUID } from 'node:crypto'
import { open, readdir, rm, stat, statfs } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BlockWriter } from './block-writer.ts'
import type { WriteTarget } from './block-writer.ts'
import { flush, waitedFor, writeAll } from './disk-calls.ts'
import type { QuickCalls } from './disk-calls.ts'
import { onDisk } from './disk-faults.ts'
import { durableFolders, folderFlushes } from './durable-folder.ts'
import { errorCode } from './error-code.ts'
import { fileKey, isFileKeySegment } from './file-key.ts'
import { checkedRange } from './files.ts'
import type {
  Bytes,
  ByteRange,
  FileEntry,
  FileStore,
  OpenFile,
  Pourable,
  PutOptions,
  StoredFile,
} from './files.ts'
import { bounded, checkOf } from './measured-bytes.ts'
import { pastCache } from './past-cache.ts'

/** Begins with a dot, so that no key can name it; on the same volume, so that rename is one step. */
const temporaryFolder = '.tmp'
const temporaryMaxAgeMs = 60 * 60 * 1000

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')

async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** On Windows a virus scanner may hold a fresh file for a moment, and renaming it fails meanwhile. */
async function renameWhenFree({ rename }: QuickCalls, from: string, to: string): Promise<void> {
  for (let waitMs = 10; ; waitMs *= 2) {
    try {
      await rename(from, to)
      return
    } catch (error) {
      const isHeld = ['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error) ?? '')
      if (process.platform !== 'win32' || !isHeld || waitMs > 1000) throw error
      await sleep(waitMs)
    }
  }
}

const throughCache = (file: number): WriteTarget['blocks'] => ({
  write: (bytes, at) => writeAll(waitedFor, file, bytes, at),
  close: () => Promise.resolve(),
})

async function written(target: WriteTarget, writeInto: (writer: BlockWriter) => Promise<void>) {
  const writer = new BlockWriter(target)
  try {
    await writeInto(writer)
    return await writer.end()
  } finally {
    await writer.close()
  }
}

export function diskFiles(folder: string, calls: QuickCalls = waitedFor): FileStore {
  const root = resolve(folder)
  const temporaries = join(root, temporaryFolder)
  const syncFolder = folderFlushes(calls)
  const folders = durableFolders(root, syncFolder)
  const past = pastCache(calls)
  const inProgress = new Set<string>()
  const blocksOf = (path: string, file: number, { isForLater = false }: PutOptions) =>
    isForLater ? past(path, file) : throughCache(file)
  const pathOf = (key: string) => join(root, ...fileKey(key).split('/'))

  /** The folders may have been cleared away under us (a restored backup): make them once more. */
  async function withFolder<Result>(of: string, work: () => Promise<Result>): Promise<Result> {
    await folders.ensure(of)
    try {
      return await work()
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error
      folders.forget()
      await folders.ensure(of)
      return work()
    }
  }

  const put = (key: string, bytes: Bytes, options: PutOptions = {}) =>
    putWith(key, options, async (writer) => {
      for await (const piece of bounded(bytes, options)) await writer.add(piece)
    })

  const pour = (key: string, bytes: Pourable, options: PutOptions = {}) =>
    putWith(key, options, (writer) => {
      const check = checkOf(options)
      return bytes.pour((piece) => {
        check(piece)
        return writer.add(piece)
      })
    })

  async function putWith(
    key: string,
    options: PutOptions,
    writeInto: (writer: BlockWriter) => Promise<void>,
  ): Promise<StoredFile> {
    const path = pathOf(key)
    const temporary = join(temporaries, `${randomUUID()}.part`)
    inProgress.add(temporary)
    try {
      const create = async () => calls.open(temporary, 'wx', 0o600)
      const file = await onDisk(withFolder(temporaries, create))
      let result
      try {
        result = await written(
          { file, calls, blocks: blocksOf(temporary, file, options) },
          writeInto,
        )
        await onDisk(flush(file))
      } finally {
        await onDisk(Promise.resolve(calls.close(file)))
      }
      options.signal?.throwIfAborted()
      const parent = dirname(path)
      await onDisk(withFolder(parent, () => renameWhenFree(calls, temporary, path)))
      await onDisk(syncFolder(parent))
      return { key, ...result }
    } catch (error) {
      // The first error is the one worth knowing; what cannot be removed now, sweep() removes.
      await rm(temporary, { force: true }).catch(() => undefined)
      throw error
    } finally {
      inProgress.delete(temporary)
    }
  }

  async function handleOf(key: string): Promise<FileHandle | undefined> {
    const handle = await onDisk(unlessMissing(open(pathOf(key), 'r')))
    if (!handle) return undefined
    // Opening a folder succeeds on Linux; only reading it would fail.
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
    return undefined
  }

  async function read(key: string, range?: ByteRange) {
    const part = range && checkedRange(range)
    return (await handleOf(key))?.createReadStream(part)
  }

  async function openFile(key: string, start = 0): Promise<OpenFile | undefined> {
    const handle = await handleOf(key)
    let at = start
    return (
      handle && {
        read: async (into) => {
          const { bytesRead } = await onDisk(handle.read(into, 0, into.byteLength, at))
          at += bytesRead
          return bytesRead
        },
        close: () => handle.close(),
      }
    )
  }

  async function entry(key: string, path: string): Promise<FileEntry | undefined> {
    const found = await onDisk(unlessMissing(stat(path)))
    if (!found?.isFile()) return undefined
    return { key, byteLength: found.size, modifiedOn: found.mtime.toISOString() }
  }

  async function* listFolder(prefix: string, path: string): AsyncGenerator<FileEntry> {
    const names = (await onDisk(unlessMissing(readdir(path, { withFileTypes: true })))) ?? []
    const ours = names
      .filter((found) => isFileKeySegment(found.name) && (found.isFile() || found.isDirectory()))
      .map((found) => ({ name: found.name, order: found.name + (found.isDirectory() ? '/' : '') }))
    // The order of whole keys, which S3 gives as well: a folder sorts with its slash.
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
      // Every write renews the time: an old one belongs to a process that is gone.
      if (found && now.getTime() - found.mtimeMs > temporaryMaxAgeMs)
        await rm(path, { force: true })
    }
  }

  return {
    put,
    ...(calls.isOwnThread && { pour }),
    read,
    open: openFile,
    sweep,
    stat: (key) => entry(key, pathOf(key)),
    async remove(key) {
      const path = pathOf(key)
      if (!(await entry(key, path))) return
      await onDisk(rm(path, { force: true }))
      await onDisk(syncFolder(dirname(path)))
    },
    list: (prefix) =>
      prefix === '' ? listFolder('', root) : listFolder(`${prefix}/`, pathOf(prefix)),
    async freeBytes() {
      await onDisk(folders.ensure(root))
      const { bavail, bsize } = await onDisk(statfs(root))
      return bavail * bsize
    },
    close: () => Promise.resolve(),
  }
}
