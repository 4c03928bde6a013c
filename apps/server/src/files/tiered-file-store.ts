import { SecondStoreNotSet } from './file-store.ts'
import type { FileEntry, FileStore } from './file-store.ts'
import type { SecondStore } from './second-store.ts'
import { changeSecondStoreContent, readSecondStoreContent } from './second-store-content.ts'

/** Only images move: caches, reports and what is still arriving stay in the first store. */
const movedFolder = 'images'
const movedKey = /^images\/\d+\/(\d{4}-\d{2}-\d{2})\//u
const dayMs = 86_400_000
/** Images never move before; removing a new one does not need the second store. */
const youngestDays = 27

/** The day on which a key was given to an image; undefined for files that stay. */
export const getDayOfKey = (key: string): string | undefined => movedKey.exec(key)?.[1]

/** Whether an image is old enough to have been moved. */
export function mayBeInSecond(key: string): boolean {
  const day = getDayOfKey(key)
  return day !== undefined && Date.parse(day) < Date.now() - youngestDays * dayMs
}

const isInMovedFolder = (folder: string) =>
  folder === '' || folder === movedFolder || folder.startsWith(`${movedFolder}/`)

/**
 * One store in two places: files are written to the first, and old images are moved to the second
 * under the same key. Everything that reads them needs to know nothing of it.
 */
export function createTieredFileStore(
  first: FileStore,
  second: SecondStore,
  /** The file in which its content is noted; without it, nothing is. */
  contentFile?: string,
): FileStore {
  async function findIn<Result>(
    key: string,
    find: (files: FileStore) => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    const found = await find(first)
    if (found !== undefined || getDayOfKey(key) === undefined) return found
    // It may have been moved since the first look.
    return (await second.use(find)) ?? find(first)
  }

  function listSecond(folder: string) {
    const moved = second.files.list(folder === '' ? movedFolder : folder)[Symbol.asyncIterator]()
    return () => second.use<IteratorResult<FileEntry, undefined>>(() => moved.next())
  }

  async function* list(folder: string): AsyncGenerator<FileEntry> {
    if (!isInMovedFolder(folder)) {
      yield* first.list(folder)
      return
    }
    const next = listSecond(folder)
    let waiting = await next()
    for await (const entry of first.list(folder)) {
      while (waiting.done !== true && waiting.value.key < entry.key) {
        yield waiting.value
        waiting = await next()
      }
      // A move that was interrupted leaves both.
      if (waiting.done !== true && waiting.value.key === entry.key) waiting = await next()
      yield entry
    }
    for (; waiting.done !== true; waiting = await next()) yield waiting.value
  }

  return {
    ...first,
    read: (key, range) => findIn(key, (files) => files.read(key, range)),
    open: (key, start) => findIn(key, (files) => files.open(key, start)),
    stat: (key) => findIn(key, (files) => files.stat(key)),
    async remove(key) {
      // The second one first: otherwise an outage would leave a file that seems to be removed.
      if (mayBeInSecond(key)) await second.use((files) => files.remove(key))
      await first.remove(key)
    },
    list,
    async close() {
      await first.close()
      await second.files.close()
    },
    tiers: {
      first,
      second: {
        ...second.files,
        put: (...args) => second.use((files) => files.put(...args), { mayTakeLong: true }),
        open: (...args) => second.use((files) => files.open(...args)),
        stat: (...args) => second.use((files) => files.stat(...args)),
        remove: (key) => second.use((files) => files.remove(key)),
        async *list(folder) {
          const next = listSecond(folder)
          for (let entry = await next(); entry.done !== true; entry = await next())
            yield entry.value
        },
      },
      checkSecond: second.check,
      readMoves: async () =>
        contentFile === undefined ? undefined : readSecondStoreContent(contentFile),
      noteMoves: async (change) => {
        if (contentFile === undefined) return
        const { place } = second
        await changeSecondStoreContent(contentFile, (before) => ({ ...change(before), place }))
      },
    },
  }
}

/**
 * The store of an installation that has moved images to a second one, which its settings no longer
 * name: those images are not lost, and must not be reported as missing.
 */
export function createStoreWithoutSecond(first: FileStore): FileStore {
  async function findIn<Result>(
    key: string,
    find: (files: FileStore) => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    const found = await find(first)
    if (found === undefined && mayBeInSecond(key)) throw new SecondStoreNotSet()
    return found
  }
  return {
    ...first,
    read: (key, range) => findIn(key, (files) => files.read(key, range)),
    open: (key, start) => findIn(key, (files) => files.open(key, start)),
    stat: (key) => findIn(key, (files) => files.stat(key)),
    async remove(key) {
      await findIn(key, (files) => files.stat(key))
      await first.remove(key)
    },
  }
}
