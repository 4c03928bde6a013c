import { constants } from 'node:fs'
import { waitedFor, writeAll } from './disk-calls.ts'
import type { QuickCalls } from './disk-calls.ts'
import { errorCode } from './error-code.ts'

/** What the disk takes past the cache begins and ends at a multiple of this, in memory and in the file. */
export const gridBytes = 4096

const { O_DIRECT: direct, O_WRONLY: writing } = constants as typeof constants & {
  readonly O_DIRECT?: number
}
const isRefusal = (error: unknown) => errorCode(error) === 'EINVAL'

/**
 * Writes files past the cache of the system: copying a radiograph into it takes the processor longer
 * than receiving and hashing it, and what fits there drives out what others look at. Where it is not to
 * be had, as on other systems and some volumes, they are written like any other.
 */
export function pastCache({ open, close }: QuickCalls) {
  let isOffered = direct !== undefined

  async function openPast(path: string): Promise<number | undefined> {
    try {
      return isOffered ? await open(path, writing | (direct ?? 0)) : undefined
    } catch (error) {
      if (!isRefusal(error)) throw error
      isOffered = false
      return undefined
    }
  }

  /** @param file the same one, open as usual */
  return (path: string, file: number) => {
    let past: number | undefined

    return {
      async write(bytes: Uint8Array, at: number): Promise<void> {
        past ??= await openPast(path)
        if (past === undefined) return writeAll(waitedFor, file, bytes, at)
        try {
          await writeAll(waitedFor, past, bytes, at)
        } catch (error) {
          if (!isRefusal(error)) throw error
          isOffered = false
          await writeAll(waitedFor, file, bytes, at)
        }
      },
      async close(): Promise<void> {
        if (past !== undefined) await close(past)
        past = undefined
      },
    }
  }
}
