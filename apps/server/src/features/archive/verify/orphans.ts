import { createHash } from 'node:crypto'
import { ClinicId, Refusal } from '@talus/contract'
import type { UserId } from '@talus/contract'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { openChunks } from '../../../files/index.ts'
import type { FileEntry, FileStore } from '../../../files/index.ts'
import { recordStoredImages } from '../../audit/index.ts'
import type { Archive, StoreResult } from '../archive.service.ts'
import { getSystemUser } from '../records/system-user.ts'
import { findStatedHash } from '../receive/image-key.ts'
import { findEntryOfKey } from '../tray/decided-key.ts'
import { readOrSetAside } from './set-aside.ts'
import type { SetAsideDeps } from './set-aside.ts'
import { showSetAsideFile } from './show-set-aside-file.ts'

export interface OrphanDeps extends Omit<SetAsideDeps, 'onSetAside'> {
  readonly unscopedDb: UnscopedDb
  readonly archive: Archive
}

const pageFiles = 500
const keyPattern = /^images\/(\d+)\/(\d{4}-\d{2}-\d{2})\/[0-9a-f-]+(?:-tray-\d+)?\.dcm$/u

/** Yields image files without a record, oldest key first. */
export async function* listOrphans(
  { unscopedDb, files }: Pick<OrphanDeps, 'unscopedDb' | 'files'>,
  isIncluded: (file: FileEntry) => boolean = () => true,
): AsyncGenerator<FileEntry> {
  let page: FileEntry[] = []
  for await (const file of files.list('images')) {
    if (keyPattern.test(file.key) && isIncluded(file)) page.push(file)
    if (page.length < pageFiles) continue
    yield* await filterUnknown(unscopedDb, page)
    page = []
  }
  yield* await filterUnknown(unscopedDb, page)
}

async function filterUnknown(unscopedDb: UnscopedDb, page: readonly FileEntry[]) {
  if (page.length === 0) return []
  const keys = page.map(({ key }) => key)
  const rows = await unscopedDb
    .selectFrom('image')
    .select('filePath')
    .where('filePath', 'in', keys)
    .execute()
  const held = await unscopedDb
    .selectFrom('trayEntry')
    .select('filePath')
    .where('filePath', 'in', keys)
    .execute()
  const replaced = await unscopedDb
    .selectFrom('replacedInstance')
    .select('filePath')
    .where('filePath', 'in', keys)
    .execute()
  // A file that is being compressed, and the received one until it is removed.
  const compressing = await unscopedDb
    .selectFrom('imageCompression')
    .select(['newPath', 'formerPath'])
    .where((eb) => eb.or([eb('newPath', 'in', keys), eb('formerPath', 'in', keys)]))
    .execute()
  const known = new Set([
    ...[...rows, ...held, ...replaced].map(({ filePath }) => filePath),
    ...compressing.flatMap(({ newPath, formerPath }) => [newPath, formerPath]),
  ])
  return page.filter(({ key }) => !known.has(key))
}

/**
 * Inserts the records of a file that a server stored before it died. The file is complete and an
 * animal was irradiated for it, so it is not dropped. A file that is refused was never
 * acknowledged, and is removed. A file during whose reading servers have died is set aside. Returns
 * whether no orphan remains and nothing was refused.
 */
export async function adoptOrphan(deps: OrphanDeps, file: FileEntry): Promise<boolean> {
  const { unscopedDb, files, archive, clock, log } = deps
  if (await isLeftOver(deps, file)) {
    await files.remove(file.key)
    log.warn({ key: file.key }, 'the file of a decision that was not carried out was removed')
    return true
  }
  const sha256 = await computeHash(files, file)
  const stated = findStatedHash(file.key)
  if (stated !== undefined && !sha256.startsWith(stated)) {
    await files.remove(file.key)
    log.warn({ key: file.key }, 'a file that a power cut has cut short was removed')
    return true
  }
  const onSetAside = showSetAsideFile(deps)
  const clinicId = ClinicId.parse(keyPattern.exec(file.key)?.[1])
  const from = { kind: 'restart', name: '', address: '' } as const
  const sender = { clinicId, userId: await getSystemUser(unscopedDb, clock()), from }
  try {
    const adopted = await readOrSetAside({ ...deps, onSetAside }, clinicId, file, async () => {
      if (stated !== undefined) await flushAgain(files, file.key)
      return archive.adopt({ ...file, sha256 }, sender)
    })
    if (!adopted) return false
    const { outcome } = adopted
    if (outcome !== 'known') await recordAdoption(deps, sender, adopted)
    log.warn({ key: file.key, outcome }, 'records were inserted for a file without a record')
    return outcome !== 'known'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.status >= 500) {
      log.warn({ key: file.key, code: error.code }, 'a file without a record waits')
      return false
    }
    log.warn({ key: file.key, code: error.code }, 'a file without a record was removed')
    return false
  }
}

/**
 * The server that received the file died before it wrote the receipt, and a sender that sends it
 * again is answered that it is known.
 */
async function recordAdoption(
  { unscopedDb, clock }: OrphanDeps,
  { clinicId, userId }: { readonly clinicId: ClinicId; readonly userId: UserId },
  { sopInstanceUID, studyInstanceUID, studyId }: StoreResult,
) {
  const db = new ClinicDb(unscopedDb, [clinicId])
  const actor = { id: userId, username: 'Talus' }
  const event = {
    action: 'image.receive',
    subject: 'restart',
    clinicId,
    studyInstanceUID,
  } as const
  await recordStoredImages({ db, actor, address: '', clock }, event, [{ sopInstanceUID, studyId }])
}

/**
 * Whether a file was written for a decision that a dying server did not carry out. The received file
 * still waits in the conflict tray: adopted, its copy would be a second image under another UID,
 * perhaps with another patient than the user chooses next.
 */
async function isLeftOver({ unscopedDb, files }: OrphanDeps, { key }: FileEntry): Promise<boolean> {
  const id = findEntryOfKey(key)
  if (id === undefined) return false
  const entry = await unscopedDb
    .selectFrom('trayEntry')
    .select('filePath')
    .where('id', '=', id)
    .executeTakeFirst()
  return entry !== undefined && (await files.stat(entry.filePath)) !== undefined
}

/** The server may have died between the name and the flush of the file: it is written again. */
async function flushAgain(files: FileStore, key: string): Promise<void> {
  const stream = await openChunks(files, key)
  if (stream) await files.put(key, stream)
}

async function computeHash(files: FileStore, { key }: FileEntry): Promise<string> {
  const hash = createHash('sha256')
  const stream = await openChunks(files, key)
  for await (const chunk of stream ?? []) hash.update(chunk)
  return hash.digest('hex')
}

const dayMs = 86_400_000

/** Adopts the orphans of the last days; called after a start, and at intervals. */
export async function adoptRecentOrphans(deps: OrphanDeps, olderThanMs: number): Promise<void> {
  const now = deps.clock().getTime()
  const firstDay = new Date(now - 2 * dayMs).toISOString().slice(0, 10)
  // A file that is being received has no record yet either.
  const isAbandoned = ({ key, modifiedOn }: FileEntry) =>
    (keyPattern.exec(key)?.[2] ?? '') >= firstDay && now - Date.parse(modifiedOn) >= olderThanMs
  // Recent files are in the first store; listing years of images every hour would take long.
  const files = deps.files.tiers?.first ?? deps.files
  for await (const file of listOrphans({ ...deps, files }, isAbandoned))
    await adoptOrphan(deps, file)
}
