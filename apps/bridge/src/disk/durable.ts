import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A name in a folder is on the disk only after the folder itself was flushed. */
export async function flushFolder(folder: string): Promise<void> {
  // Windows neither needs it nor lets a folder be opened for it.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** After it returns, the file is there whole, whatever happens to the machine. */
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
    // On a full disk half a file is in the way of the next attempt.
    await rm(part, { force: true })
    throw error
  }
  await flushFolder(dirname(path))
}
