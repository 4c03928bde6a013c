import type { FileStore } from '../../files/index.ts'

interface FileRead {
  readonly key: string
  /** Number of this opening of the file, and of this read within the opening; both count from 1. */
  readonly opening: number
  readonly number: number
}

/**
 * Wraps the real file store: counts open files and the bytes that are read, and lets a test delay or fail their reads.
 */
export function watchFiles(
  onRead: (read: () => Promise<number>, fileRead: FileRead) => Promise<number> = (read) => read(),
) {
  const openings = new Map<string, number>()
  let open = 0
  let bytesRead = 0
  return {
    open: () => open,
    bytesRead: () => bytesRead,
    wrapFiles: (files: FileStore): FileStore => ({
      ...files,
      open: async (key, start) => {
        const file = await files.open(key, start)
        if (!file) return file
        const opening = (openings.get(key) ?? 0) + 1
        openings.set(key, opening)
        open += 1
        let isOpen = true
        let number = 0
        return {
          read: async (into) => {
            number += 1
            const bytes = await onRead(() => file.read(into), { key, opening, number })
            bytesRead += bytes
            return bytes
          },
          close: async () => {
            if (isOpen) open -= 1
            isOpen = false
            await file.close()
          },
        }
      },
    }),
  }
}
