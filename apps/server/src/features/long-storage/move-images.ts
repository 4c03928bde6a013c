import { createHash } from 'node:crypto'
import type { Logger } from '@talus/node-kit/logger'
import type { UnscopedDb } from '../../db/open.ts'
import { closeAfter, getDayOfKey, openChunks } from '../../files/index.ts'
import type { FileEntry, FileStore } from '../../files/index.ts'
import { createOutageCounter } from './outage-counter.ts'
import { findRecordedHashes } from './recorded-hashes.queries.ts'

export interface MoveDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly log: Pick<Logger, 'warn'>
  /** Ends the work after the file that is being moved. */
  readonly signal: AbortSignal
}

const pageFiles = 200

export interface MoveCounts {
  files: number
  bytes: number
}

/**
 * Moves the images that were stored before a day to the second store. The first one loses a file
 * only after the copy was read again and had the recorded hash; until then the image opens from
 * there. A damaged file and one without a record stay: `npm run verify` reports them.
 */
export async function moveImages(deps: MoveDeps, beforeDay: string): Promise<MoveCounts> {
  const { files, signal } = deps
  const counts: MoveCounts = { files: 0, bytes: 0 }
  if (!files.tiers) return counts
  const noteOutage = createOutageCounter(deps.log)
  let page: FileEntry[] = []
  const movePage = async () => {
    const hashes = await findRecordedHashes(
      deps.unscopedDb,
      page.map(({ key }) => key),
    )
    for (const { key, byteLength } of page) {
      const sha256 = hashes.get(key)
      if (signal.aborted) return
      if (sha256 === undefined) continue
      if ((await moveFile(deps, key, sha256).catch(noteOutage)) !== true) continue
      counts.files += 1
      counts.bytes += byteLength
    }
    page = []
  }
  for await (const file of files.tiers.first.list('images')) {
    if (signal.aborted) return counts
    if ((getDayOfKey(file.key) ?? beforeDay) < beforeDay) page.push(file)
    if (page.length === pageFiles) await movePage()
  }
  await movePage()
  return counts
}

async function moveFile(
  { files: { tiers }, log }: MoveDeps,
  key: string,
  sha256: string,
): Promise<boolean> {
  if (!tiers) return false
  const { first, second } = tiers
  const bytes = await openChunks(first, key)
  if (!bytes) return false
  const copied = await closeAfter(bytes, () => second.put(key, bytes))
  if (copied.sha256 !== sha256) {
    await second.remove(key)
    log.warn({ key }, 'a damaged file is not moved to the second store')
    return false
  }
  if ((await hashFile(second, key)) !== sha256) {
    log.warn({ key }, 'the second store has not kept a file; it is moved again later')
    return false
  }
  await first.remove(key)
  return true
}

async function hashFile(files: FileStore, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of (await openChunks(files, key)) ?? []) hash.update(chunk)
  return hash.digest('hex')
}
