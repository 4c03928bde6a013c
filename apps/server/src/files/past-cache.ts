import { closeSync, constants, openSync, write } from 'node:fs'
import { promisify } from 'node:util'
import { onDisk } from './disk-faults.ts'
import { errorCode } from './error-code.ts'

/** What the disk takes past the cache begins and ends at a multiple of this, in memory and in the file. */
export const gridBytes = 4096

const { O_DIRECT: direct, O_WRONLY: writing } = constants as typeof constants & {
  readonly O_DIRECT?: number
}
const writeSome = promisify(write)

async function writeAt(file: number, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength;) {
    const left = bytes.byteLength - done
    done += (await onDisk(writeSome(file, bytes, done, left, at + done))).bytesWritten
  }
}

const isRefusal = (error: unknown) => errorCode(error) === 'EINVAL'

/**
 * Writes files past the cache of the system: copying a radiograph into it takes the processor longer
 * than receiving and hashing it, and what fits there drives out what others look at. Where it is not to
 * be had, as on other systems and some volumes, they are written like any other.
 */
export function pastCache() {
  let isOffered = direct !== undefined

  function openPast(path: string): number | undefined {
    try {
      return isOffered ? openSync(path, writing | (direct ?? 0)) : undefined
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
        past ??= openPast(path)
        if (past === undefined) return writeAt(file, bytes, at)
        try {
          await writeAt(past, bytes, at)
        } catch (error) {
          if (!isRefusal(error)) throw error
          isOffered = false
          await writeAt(file, bytes, at)
        }
      },
      close(): void {
        if (past !== undefined) closeSync(past)
        past = undefined
      },
    }
  }
}

export type PastCache = ReturnType<typeof pastCache>
