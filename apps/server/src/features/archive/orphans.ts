import { createHash } from 'node:crypto'
import { ClinicId, Refusal } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'
import type { FileEntry, FileStore } from '../../files/index.ts'
import type { Clock, Logger } from '../../jobs/define-job.ts'
import type { Archive } from './archive.service.ts'
import { networkSender } from './sender.ts'

export interface OrphanDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly archive: Archive
  readonly clock: Clock
  readonly log: Logger
}

const pageFiles = 500
const keyPattern = /^images\/(\d+)\/(\d{4}-\d{2}-\d{2})\/[0-9a-f-]+\.dcm$/u

/** Files of images without a record, oldest key first. */
export async function* orphansIn(
  { unscopedDb, files }: Pick<OrphanDeps, 'unscopedDb' | 'files'>,
  isWanted: (file: FileEntry) => boolean = () => true,
): AsyncGenerator<FileEntry> {
  let page: FileEntry[] = []
  for await (const file of files.list('images')) {
    if (keyPattern.test(file.key) && isWanted(file)) page.push(file)
    if (page.length < pageFiles) continue
    yield* await unknownOf(unscopedDb, page)
    page = []
  }
  yield* await unknownOf(unscopedDb, page)
}

async function unknownOf(unscopedDb: UnscopedDb, page: readonly FileEntry[]) {
  if (page.length === 0) return []
  const keys = page.map(({ key }) => key)
  const rows = await unscopedDb
    .selectFrom('image')
    .select('filePath')
    .where('filePath', 'in', keys)
    .execute()
  const known = new Set(rows.map(({ filePath }) => filePath))
  return page.filter(({ key }) => !known.has(key))
}

/**
 * A server that died between the file and its record leaves a file that nobody knows. It came
 * whole, so it is filed: an animal was irradiated for it. What cannot be filed was never
 * acknowledged, and goes.
 */
export async function adopt(deps: OrphanDeps, file: FileEntry): Promise<boolean> {
  const { unscopedDb, files, archive, clock, log } = deps
  const clinicId = ClinicId.parse(keyPattern.exec(file.key)?.[1])
  const sender = { clinicId, userId: await networkSender(unscopedDb, clock()) }
  try {
    const { outcome } = await archive.adopt({ ...file, sha256: await hashOf(files, file) }, sender)
    log.warn({ key: file.key, outcome }, 'a file without a record was filed')
    return outcome === 'stored'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.warn({ key: file.key, code: error.code }, 'a file without a record was removed')
    return false
  }
}

async function hashOf(files: FileStore, { key }: FileEntry): Promise<string> {
  const hash = createHash('sha256')
  const stream: AsyncIterable<Uint8Array> | undefined = await files.read(key)
  for await (const chunk of stream ?? []) hash.update(chunk)
  return hash.digest('hex')
}

const dayMs = 86_400_000

/** After a start, and now and then: the files of the last days that nobody knows. */
export async function adoptRecent(deps: OrphanDeps, olderThanMs: number): Promise<void> {
  const now = deps.clock().getTime()
  const firstDay = new Date(now - 2 * dayMs).toISOString().slice(0, 10)
  // One that is just arriving has no record yet either.
  const isLeft = ({ key, modifiedOn }: FileEntry) =>
    (keyPattern.exec(key)?.[2] ?? '') >= firstDay && now - Date.parse(modifiedOn) >= olderThanMs
  for await (const file of orphansIn(deps, isLeft)) await adopt(deps, file)
}
