import { close, fsync, open } from 'node:fs'
import { open as openFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/** How a folder is opened and closed: a dedicated thread may use calls that block. */
export interface OpenCalls {
  readonly open: (path: string, flags: string) => number | Promise<number>
  readonly close: (file: number) => void | Promise<void>
}

const asyncCalls: OpenCalls = { open: promisify(open), close: promisify(close) }
const flush = promisify(fsync)

/** Flushes a folder: a new name in it is on the disk only after that. */
export async function flushFolder(folder: string, calls = asyncCalls): Promise<void> {
  // Windows neither needs this nor allows opening a folder for it.
  if (process.platform === 'win32') return
  const file = await calls.open(folder, 'r')
  try {
    await flush(file)
  } finally {
    await calls.close(file)
  }
}

/**
 * Writes a file so that it is complete on the disk after the return, even if the computer crashes.
 */
export async function writeDurably(path: string, bytes: Uint8Array | string): Promise<void> {
  const part = `${path}.part`
  try {
    const handle = await openFile(part, 'w', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, path)
  } catch (error) {
    // On a full disk a partial file would obstruct the next attempt.
    await rm(part, { force: true })
    throw error
  }
  await flushFolder(dirname(path))
}
