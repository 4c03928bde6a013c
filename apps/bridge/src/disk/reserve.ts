import { open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const fileName = 'reserve'
const chunk = new Uint8Array(1_000_000)

/**
 * Disk space that is reserved in advance and released when needed: the disk may fill up between
 * arming and the frame, when the patient has already been irradiated.
 */
export function createReserve(folder: string, bytes: number) {
  const path = join(folder, fileName)

  async function exists(): Promise<boolean> {
    const found = await stat(path).catch(() => undefined)
    return found !== undefined && found.size >= bytes
  }

  async function create(): Promise<boolean> {
    try {
      const handle = await open(path, 'w', 0o600)
      try {
        // Writes real bytes: a sparse file reserves nothing.
        for (let remaining = bytes; remaining > 0; remaining -= chunk.length)
          await handle.writeFile(chunk.subarray(0, Math.min(remaining, chunk.length)))
        await handle.sync()
      } finally {
        await handle.close()
      }
      return true
    } catch {
      await rm(path, { force: true })
      return false
    }
  }

  return {
    release: () => rm(path, { force: true }),
    /**
     * Whether a frame of this size can be stored in any case; checked before the sensor is armed.
     */
    hasSpaceFor: async (frameBytes: number): Promise<boolean> => {
      if (!(await exists()) && !(await create())) return false
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize >= 2 * frameBytes
    },
  }
}

export type Reserve = ReturnType<typeof createReserve>
