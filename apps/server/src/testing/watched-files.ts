import type { FileStore } from '../files/index.ts'

interface ReadOf {
  readonly key: string
  /** Which time the file was opened, and which read that is since; both count from 1. */
  readonly opening: number
  readonly number: number
}

/** Around the real store: counts the files that are open, and lets a test slow, break or count their reads. */
export function watchedFiles(
  onRead: (read: () => Promise<number>, of: ReadOf) => Promise<number> = (read) => read(),
) {
  const openings = new Map<string, number>()
  let open = 0
  return {
    open: () => open,
    aroundFiles: (files: FileStore): FileStore => ({
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
