import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { getErrorCode } from '@talus/node-kit/error-code'
import { flushFolder } from '@talus/node-kit/write-durably'
import type { DiskCalls } from './disk-calls.ts'

/**
 * A name in a folder is on the disk only after the folder itself was flushed. A call during a flush
 * has to wait for the next flush, and shares it with all calls that come meanwhile.
 */
export function createFolderFlusher(calls: DiskCalls) {
  const running = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<void>>()

  function startFlush(folder: string): Promise<void> {
    const flushing = flushFolder(folder, calls).finally(() => running.delete(folder))
    running.set(folder, flushing)
    return flushing
  }

  async function startFlushAfter(before: Promise<void>, folder: string): Promise<void> {
    await before.catch(() => undefined)
    next.delete(folder)
    await startFlush(folder)
  }

  return async (folder: string): Promise<void> => {
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
