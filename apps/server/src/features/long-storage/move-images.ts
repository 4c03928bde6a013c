import { createHash } from 'node:crypto'
import type { Clock } from '@talus/node-kit/clock'
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
  readonly clock: Clock
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
  await files.tiers.checkSecond()
  const noteMoved = createMoveNote(deps, counts)
  const noteOutage = createOutageCounter(deps.log)
  let page: FileEntry[] = []
  const movePage = async () => {
    const hashes = await findRecordedHashes(
      deps.unscopedDb,
      page.map(({ key }) => key),
    )
    for (const { key, byteLength } of page) {
      const sha256 = hashes.get(key)
      if (signal.aborted) break
      if (sha256 === undefined) continue
      if ((await moveFile(deps, key, sha256).catch(noteOutage)) !== true) continue
      counts.files += 1
      counts.bytes += byteLength
      if (counts.files === 1) await noteMoved()
    }
    await noteMoved()
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

/** Adds what was moved since the last call to the note in the data folder. */
function createMoveNote({ files: { tiers }, clock }: MoveDeps, counts: MoveCounts) {
  let noted: MoveCounts = { files: 0, bytes: 0 }
  return async () => {
    const added = { files: counts.files - noted.files, bytes: counts.bytes - noted.bytes }
    if (added.files === 0) return
    noted = { ...counts }
    await tiers?.noteMoves((before) => ({
      files: (before?.files ?? 0) + added.files,
      bytes: (before?.bytes ?? 0) + added.bytes,
      movedOn: clock().toISOString(),
      countedOn: before?.countedOn ?? null,
    }))
  }
}

const countedForMs = 24 * 3_600_000

/** Counts once a day what the second store has: images are deleted, and former versions noted none. */
export async function countMovedFiles({
  files: { tiers },
  clock,
  signal,
}: Pick<MoveDeps, 'files' | 'clock' | 'signal'>): Promise<void> {
  if (!tiers) return
  const now = clock()
  const countedOn = (await tiers.readMoves())?.countedOn ?? null
  if (countedOn !== null && now.getTime() - Date.parse(countedOn) < countedForMs) return
  const counts: MoveCounts = { files: 0, bytes: 0 }
  for await (const { byteLength } of tiers.second.list('images')) {
    if (signal.aborted) return
    counts.files += 1
    counts.bytes += byteLength
  }
  await tiers.noteMoves((before) => ({
    ...counts,
    movedOn: before?.movedOn ?? null,
    countedOn: now.toISOString(),
  }))
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
