import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { getErrorCode } from '@talus/node-kit/error-code'
import { retryWithBackOff } from '@talus/node-kit/retry'
import { BlockWriter } from './block-writer.ts'
import type { WriteTarget } from './block-writer.ts'
import { createDirectIo } from './direct-io.ts'
import { flush, asyncCalls, writeAll } from './disk-calls.ts'
import type { DiskCalls } from './disk-calls.ts'
import { mapDiskErrors, unlessMissing } from './disk-errors.ts'
import { createDurableFolders } from './durable-folder.ts'
import type { FlushFolder } from './durable-folder.ts'
import type { PutOptions } from './file-store.ts'

/**
 * The name begins with a dot, so that no key can name it. The folder is on the same volume, so that
 * a rename is atomic.
 */
const temporaryFolder = '.tmp'
const temporaryMaxAgeMs = 60 * 60 * 1000

/** On Windows a virus scanner may hold a new file for a moment, and renaming it fails meanwhile. */
const isHeldByScanner = (error: unknown) =>
  process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(getErrorCode(error) ?? '')

const renameWhenFree = ({ rename }: DiskCalls, from: string, to: string) =>
  retryWithBackOff(() => rename(from, to), {
    attempts: 8,
    firstDelayMs: 10,
    isTransient: isHeldByScanner,
  })

const createCachedWriter = (file: number): WriteTarget['blocks'] => ({
  write: (bytes, at) => writeAll(asyncCalls, file, bytes, at),
  close: () => Promise.resolve(),
})

type WriteContent = (writer: BlockWriter) => Promise<void>

async function writeBlocks(target: WriteTarget, writeContent: WriteContent) {
  const writer = new BlockWriter(target)
  try {
    await writeContent(writer)
    return await writer.end()
  } finally {
    await writer.close()
  }
}

/** Writes files below a folder: complete and flushed under their name, or not at all. */
export function createDiskWriter(root: string, calls: DiskCalls, syncFolder: FlushFolder) {
  const temporaries = join(root, temporaryFolder)
  const folders = createDurableFolders(root, syncFolder)
  const openDirectWriter = createDirectIo(calls)
  const inProgress = new Set<string>()
  const createBlockWriter = (path: string, file: number, { bypassesCache = false }: PutOptions) =>
    bypassesCache ? openDirectWriter(path, file) : createCachedWriter(file)

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

  async function writeTemporary(path: string, options: PutOptions, writeContent: WriteContent) {
    const create = async () => calls.open(path, 'wx', 0o600)
    const file = await mapDiskErrors(withFolder(temporaries, create))
    try {
      const blocks = createBlockWriter(path, file, options)
      const result = await writeBlocks({ file, calls, blocks }, writeContent)
      await mapDiskErrors(flush(file))
      return result
    } finally {
      await mapDiskErrors(Promise.resolve(calls.close(file)))
    }
  }

  return {
    /** Returns the length and the hash of the file. */
    write: async (path: string, options: PutOptions, writeContent: WriteContent) => {
      const temporary = join(temporaries, `${randomUUID()}.part`)
      inProgress.add(temporary)
      try {
        const result = await writeTemporary(temporary, options, writeContent)
        options.signal?.throwIfAborted()
        const parent = dirname(path)
        await mapDiskErrors(withFolder(parent, () => renameWhenFree(calls, temporary, path)))
        await mapDiskErrors(syncFolder(parent)).catch(async (error: unknown) => {
          // The caller learns that nothing was stored, so the next start must not find it.
          await rm(path, { force: true }).catch(() => undefined)
          throw error
        })
        return result
      } catch (error) {
        // The first error is the one worth knowing; sweep() removes a file that cannot be removed
        // now.
        await rm(temporary, { force: true }).catch(() => undefined)
        throw error
      } finally {
        inProgress.delete(temporary)
      }
    },
    /** Removes the temporary files of processes that died while they wrote. */
    sweep: async (now = new Date()): Promise<void> => {
      for (const name of (await unlessMissing(readdir(temporaries))) ?? []) {
        const path = join(temporaries, name)
        if (inProgress.has(path)) continue
        const found = await unlessMissing(stat(path))
        // Every write updates the time: an old file belongs to a process that has ended.
        if (found && now.getTime() - found.mtimeMs > temporaryMaxAgeMs)
          await rm(path, { force: true })
      }
    },
    ensureRoot: () => folders.ensure(root),
  }
}
