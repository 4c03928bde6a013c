import type { Clock } from '@talus/node-kit/clock'
import { readLackingPaths, removeLackingList } from '../../backup/index.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { StorageUnavailable } from '../../files/index.ts'
import type { FileStore } from '../../files/index.ts'
import { findRecordedHashes } from '../long-storage/index.ts'

export interface RestoreWatchDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: Pick<FileStore, 'stat'>
  readonly dataFolder: string
  readonly clock: Clock
}

const rememberedMs = 60_000
const storedFolder = 'files/'
const pageFiles = 200

/** Counts the files that a restore could not bring back, until their senders have sent them again. */
export function createRestoreWatch({ unscopedDb, files, dataFolder, clock }: RestoreWatchDeps) {
  let counted: { readonly atMs: number; readonly missing: Promise<number> } | undefined

  async function count(): Promise<number> {
    const paths = await readLackingPaths(dataFolder)
    if (paths.length === 0) return 0
    const keys = paths.flatMap((path) =>
      path.startsWith(storedFolder) ? [path.slice(storedFolder.length)] : [],
    )
    // A key of the bridge or of the data folder itself cannot be sent again.
    let missing = paths.length - keys.length
    for (let at = 0; at < keys.length; at += pageFiles)
      missing += await countMissing(keys.slice(at, at + pageFiles))
    if (missing === 0) await removeLackingList(dataFolder)
    return missing
  }

  async function countMissing(keys: readonly string[]): Promise<number> {
    // An image that arrived again may have another key, and one that was deleted has no record.
    const images = keys.filter((key) => key.startsWith('images/'))
    const recorded = await findRecordedHashes(unscopedDb, images)
    let missing = 0
    for (const key of keys) {
      if (images.includes(key) && !recorded.has(key)) continue
      if (!(await isThere(key))) missing += 1
    }
    return missing
  }

  async function isThere(key: string): Promise<boolean> {
    try {
      return (await files.stat(key)) !== undefined
    } catch (error) {
      // Old images in a second store that is away have a warning of their own.
      if (error instanceof StorageUnavailable) return true
      throw error
    }
  }

  return {
    countMissing: (): Promise<number> => {
      const atMs = clock().getTime()
      if (!counted || Math.abs(atMs - counted.atMs) >= rememberedMs)
        counted = { atMs, missing: count() }
      return counted.missing
    },
  }
}

export type RestoreWatch = ReturnType<typeof createRestoreWatch>
