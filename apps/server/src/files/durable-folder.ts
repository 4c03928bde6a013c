import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { flush } from './disk-calls.ts'
import type { DiskCalls } from './disk-calls.ts'
import { getErrorCode } from './error-code.ts'

/**
 * A name in a folder is on the disk only after the folder itself was flushed. A call during a flush
 * has to wait for the next flush, and shares it with all calls that come meanwhile.
 */
export function createFolderFlusher({ open, close }: DiskCalls) {
  const running = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<void>>()

  async function flushOnce(folder: string): Promise<void> {
    const file = await open(folder, 'r')
    try {
      await flush(file)
    } finally {
      await close(file)
    }
  }

  function startFlush(folder: string): Promise<void> {
    const flushing = flushOnce(folder).finally(() => running.delete(folder))
    running.set(folder, flushing)
    return flushing
  }

  async function startFlushAfter(before: Promise<void>, folder: string): Promise<void> {
    await before.catch(() => undefined)
    next.delete(folder)
    await startFlush(folder)
  }

  return async (folder: string): Promise<void> => {
    // Windows does not need this, and cannot open a folder for it.
    if (process.platform === 'win32') return
    const before = running.get(folder)
    if (!before) return startFlush(folder)
    const shared = next.get(folder) ?? startFlushAfter(before, folder)
    next.set(folder, shared)
    return shared
  }
}

export type FlushFolder = ReturnType<typeof createFolderFlusher>

/** The folder above the store may belong to another user, who created it long ago. */
function unlessForbidden(error: unknown) {
  if (!['EACCES', 'EPERM'].includes(getErrorCode(error) ?? '')) throw error
}

const rememberedMax = 10_000

/**
 * Creates folders so that they survive a power cut. An existing folder may have been created by a
 * process that died before it flushed the parent, so the first use in this process flushes it as
 * well; later uses cost nothing.
 */
export function createDurableFolders(root: string, syncFolder: FlushFolder) {
  const made = new Map<string, Promise<void>>()

  async function makeRoot(): Promise<void> {
    const topmost = (await mkdir(root, { recursive: true, mode: 0o700 })) ?? root
    for (let made = root; made.length >= topmost.length; made = dirname(made))
      await syncFolder(dirname(made)).catch(unlessForbidden)
  }

  async function make(folder: string): Promise<void> {
    if (folder === root) return makeRoot()
    const parent = dirname(folder)
    await ensure(parent)
    try {
      await mkdir(folder, { mode: 0o700 })
    } catch (error) {
      if (getErrorCode(error) !== 'EEXIST') throw error
    }
    await syncFolder(parent)
  }

  function ensure(folder: string): Promise<void> {
    const known = made.get(folder)
    if (known) return known
    if (made.size >= rememberedMax) made.clear()
    const making = make(folder).catch((error: unknown) => {
      made.delete(folder)
      throw error
    })
    made.set(folder, making)
    return making
  }

  return {
    ensure,
    /** Another program removed a folder: forget which folders exist. */
    forget: () => made.clear(),
  }
}
