import { open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const name = 'reserve'
const piece = new Uint8Array(1_000_000)

/**
 * Room that is taken beforehand and given back in need: the disk may fill up between arming and the
 * frame, when the animal is already irradiated.
 */
export function reserveIn(folder: string, bytes: number) {
  const path = join(folder, name)

  async function isThere(): Promise<boolean> {
    const found = await stat(path).catch(() => undefined)
    return found !== undefined && found.size >= bytes
  }

  async function make(): Promise<boolean> {
    try {
      const handle = await open(path, 'w', 0o600)
      try {
        // Really written: a hole in a file reserves nothing.
        for (let left = bytes; left > 0; left -= piece.length)
          await handle.writeFile(piece.subarray(0, Math.min(left, piece.length)))
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
    giveBack: () => rm(path, { force: true }),
    /** Whether a frame of this size can be kept, come what may. Asked before the sensor is armed. */
    hasRoomFor: async (frameBytes: number): Promise<boolean> => {
      if (!(await isThere()) && !(await make())) return false
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize >= 2 * frameBytes
    },
  }
}

export type Reserve = ReturnType<typeof reserveIn>
