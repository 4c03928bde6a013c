import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Flushes a folder: a new name in it is on the disk only after that. */
export async function flushFolder(folder: string): Promise<void> {
  // Windows neither needs this nor allows opening a folder for it.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Writes a file so that it is complete on the disk after the return, even if the computer crashes.
 */
export async function writeDurably(path: string, bytes: Uint8Array | string): Promise<void> {
  const part = `${path}.part`
  try {
    const handle = await open(part, 'w', 0o600)
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
