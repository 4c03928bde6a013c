import type { FileStore } from '../../files/index.ts'

interface FileRead {
  readonly key: string
  /** Number of this opening of the file, and of this read within the opening; both count from 1. */
  readonly opening: number
  readonly number: number
}

/**
 * Wraps the real file store: counts open files, and lets a test delay, fail or count their reads.
 */
export function watchFiles(
  onRead: (read: () => Promise<number>, fileRead: FileRead) => Promise<number> = (read) => read(),
) {
  const openings = new Map<string, number>()
  let open = 0
  return {
    open: () => open,
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
          read: (into) => onRead(() => file.read(into), { key, opening, number: (number += 1) }),
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
