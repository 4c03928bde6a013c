import { constants } from 'node:fs'
import { asyncCalls, writeAll } from './disk-calls.ts'
import type { DiskCalls } from './disk-calls.ts'
import { getErrorCode } from '@talus/node-kit/error-code'

/**
 * Direct I/O requires offsets and lengths that are multiples of this, in memory and in the file.
 */
export const alignmentBytes = 4096

const { O_DIRECT: direct, O_WRONLY: writing } = constants as typeof constants & {
  readonly O_DIRECT?: number
}
const isUnsupported = (error: unknown) => getErrorCode(error) === 'EINVAL'

/**
 * Writes files past the page cache of the system (O_DIRECT): copying a radiograph into the cache
 * takes more CPU time than receiving and hashing it, and evicts files that users are viewing. Other
 * systems and some volumes do not support it; there, files are written through the cache.
 */
export function createDirectIo({ open, close }: DiskCalls) {
  let isSupported = direct !== undefined

  async function openDirect(path: string): Promise<number | undefined> {
    try {
      return isSupported ? await open(path, writing | (direct ?? 0)) : undefined
    } catch (error) {
      if (!isUnsupported(error)) throw error
      isSupported = false
      return undefined
    }
  }

  /** @param file the same file, opened without O_DIRECT */
  return (path: string, file: number) => {
    let directFile: number | undefined

    return {
      async write(bytes: Uint8Array, at: number): Promise<void> {
        directFile ??= await openDirect(path)
        if (directFile === undefined) return writeAll(asyncCalls, file, bytes, at)
        try {
          await writeAll(asyncCalls, directFile, bytes, at)
        } catch (error) {
          if (!isUnsupported(error)) throw error
          isSupported = false
          await writeAll(asyncCalls, file, bytes, at)
        }
      },
      async close(): Promise<void> {
        if (directFile !== undefined) await close(directFile)
        directFile = undefined
      },
    }
  }
}
