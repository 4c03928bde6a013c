import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from './error-code.ts'

/** A name in a folder is on the disk only after the folder itself was flushed. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows neither needs it nor lets a folder be opened for it.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

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
export function durableFolders(root: string) {
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
