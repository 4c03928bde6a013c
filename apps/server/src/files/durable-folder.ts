import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { flush } from './disk-calls.ts'
import type { QuickCalls } from './disk-calls.ts'
import { errorCode } from './error-code.ts'

/**
 * A name in a folder is on the disk only after the folder itself was flushed. Who asks for it while it
 * is being flushed has to wait for the next time, and shares that with all who ask meanwhile.
 */
export function folderFlushes({ open, close }: QuickCalls) {
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

  function begin(folder: string): Promise<void> {
    const flushing = flushOnce(folder).finally(() => running.delete(folder))
    running.set(folder, flushing)
    return flushing
  }

  async function beginAfter(before: Promise<void>, folder: string): Promise<void> {
    await before.catch(() => undefined)
    next.delete(folder)
    await begin(folder)
  }

  return async (folder: string): Promise<void> => {
    // Windows neither needs it nor lets a folder be opened for it.
    if (process.platform === 'win32') return
    const before = running.get(folder)
    if (!before) return begin(folder)
    const shared = next.get(folder) ?? beginAfter(before, folder)
    next.set(folder, shared)
    return shared
  }
}

export type FlushFolder = ReturnType<typeof folderFlushes>

/** The folder above the store may be somebody else's, who made it long ago. */
function unlessForbidden(error: unknown) {
  if (!['EACCES', 'EPERM'].includes(errorCode(error) ?? '')) throw error
}

const rememberedMax = 10_000

/**
 * Makes folders so that they survive a power cut. A folder that is there already may have been made
 * by a process that died before it flushed the parent, so the first use in this process flushes it
 * as well; later uses cost nothing.
 */
export function durableFolders(root: string, syncFolder: FlushFolder) {
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
      if (errorCode(error) !== 'EEXIST') throw error
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
    /** Somebody else removed a folder: what is remembered is no longer true. */
    forget: () => made.clear(),
  }
}
