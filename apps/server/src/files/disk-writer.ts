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
type Written = Awaited<ReturnType<BlockWriter['end']>>

/** Windows refuses to rename a file that is open. */
const canRenameOpenFiles = process.platform !== 'win32'

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
export function createDiskWriter(
  root: string,
  pathOf: (key: string) => string,
  calls: DiskCalls,
  syncFolder: FlushFolder,
) {
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

  /** `finish` gets the written file while it is open. */
  async function writeTemporary(
    path: string,
    options: PutOptions,
    writeContent: WriteContent,
    finish: (file: number, written: Written) => Promise<void>,
  ): Promise<Written> {
    const create = async () => calls.open(path, 'wx', 0o600)
    const file = await mapDiskErrors(withFolder(temporaries, create))
    try {
      const blocks = createBlockWriter(path, file, options)
      const written = await writeBlocks({ file, calls, blocks }, writeContent)
      await finish(file, written)
      return written
    } finally {
      await mapDiskErrors(Promise.resolve(calls.close(file)))
    }
  }

  /** The caller learns of an error that nothing was stored, so the next start must not find it. */
  async function flushNamed(path: string, flushing: () => Promise<unknown>): Promise<void> {
    try {
      await mapDiskErrors(flushing())
    } catch (error) {
      await rm(path, { force: true }).catch(() => undefined)
      throw error
    }
  }

  return {
    /** Returns the key, the length and the hash of the file. */
    write: async (key: string, options: PutOptions, writeContent: WriteContent) => {
      const temporary = join(temporaries, `${randomUUID()}.part`)
      const name = async (path: string) => {
        options.signal?.throwIfAborted()
        await mapDiskErrors(withFolder(dirname(path), () => renameWhenFree(calls, temporary, path)))
      }
      const { keyWithHash } = options
      inProgress.add(temporary)
      try {
        if (keyWithHash && canRenameOpenFiles) {
          let named = key
          const written = await writeTemporary(
            temporary,
            options,
            writeContent,
            async (file, { sha256 }) => {
              named = keyWithHash(sha256)
              const path = pathOf(named)
              await name(path)
              // The file system writes the file and its name with one flush; the second finds
              // nothing to do.
              await flushNamed(path, async () => {
                await flush(file)
                await syncFolder(dirname(path))
              })
            },
          )
          return { key: named, ...written }
        }
        const path = pathOf(key)
        const written = await writeTemporary(temporary, options, writeContent, (file) =>
          mapDiskErrors(flush(file)),
        )
        await name(path)
        await flushNamed(path, () => syncFolder(dirname(path)))
        return { key, ...written }
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
