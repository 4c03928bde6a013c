import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getErrorCode } from '@talus/node-kit/error-code'
import { forEachLimited } from '@talus/node-kit/for-each-limited'
import { lockFolder } from '@talus/node-kit/lock-folder'
import { flushFolder, writeDurably } from '@talus/node-kit/write-durably'
import { databaseFile } from '../db/database-file.ts'
import { formatBytes } from '../http/format-bytes.ts'
import { mayBeInSecond, secondStoreContentFile, StorageUnavailable } from '../files/index.ts'
import { BackupProblem, DamagedObject } from './backup-problem.ts'
import { checkDatabase, readNamedFiles } from './database-snapshot.ts'
import type { NamedFile } from './database-snapshot.ts'
import { readDiskSpace } from './disk-space.ts'
import { findNewest } from './kept-backups.ts'
import { writeLackingFiles } from './lacking-files.ts'
import type { LackingFile } from './lacking-files.ts'
import type { BackupFile, DatabaseCopy, Manifest } from './manifest.ts'
import type { Repository } from './repository.ts'
import { storedFolder } from './source-files.ts'

/** In a folder whose restore has not ended; holds the name of the backup. */
const markerFile = 'restore-unfinished'
const writesAtOnce = 4
/** Tells the first start on the folder from which backup it was restored. */
export const restoredFile = 'restored.json'

export interface RestoreDeps {
  readonly repository: Repository
  /** The newest one if not given. */
  readonly name: string | undefined
  readonly folder: string
  readonly now: Date
}

/** Throws if the data folder is the remainder of an interrupted restore. */
export function refuseUnfinishedRestore(dataFolder: string): void {
  if (existsSync(join(dataFolder, markerFile)))
    throw new BackupProblem(
      `The restore into ${dataFolder} has not ended. Run npm run restore again; it continues.`,
    )
}

export const noBackup =
  'There is no complete backup there yet. Run npm run backup again: an interrupted one continues.'

/**
 * Restores a backup into a new folder, or continues an interrupted restore of the same one. The
 * database comes first, because nothing can be restored without it; then everything else that is
 * whole. A marker stays until the end, so that no server starts on a part.
 */
export async function restoreBackup({ repository, name, folder, now }: RestoreDeps) {
  const names = await repository.listBackups()
  const chosen = name ?? findNewest(names, now)
  if (chosen === undefined) throw new BackupProblem(noBackup)
  if (!names.includes(chosen))
    throw new BackupProblem(`There is no backup ${chosen}. There are: ${names.join(', ')}`)
  const older = names[names.indexOf(chosen) - 1]
  const manifest = await adviseOlder('The list', older, () => repository.readManifest(chosen))
  await requireSpace(folder, manifest)
  const isNew = await claimFolder(folder, chosen)
  let hasDatabase = false
  const unlock = lockFolder(folder, { fileName: 'server.lock', program: 'Talus server or restore' })
  try {
    const named = await restoreDatabase(repository, manifest.database, { folder, older })
    hasDatabase = true
    const lacking = await restoreFiles({ repository, manifest, folder, chosen })
    const content = await listNeverStored(manifest, named, folder)
    const all = [...lacking.files, ...content]
    if (all.length > 0) await writeLackingFiles(folder, all)
    await writeDurably(
      join(folder, restoredFile),
      JSON.stringify({
        backup: chosen,
        createdOn: manifest.createdOn,
        restoredOn: now.toISOString(),
      }),
    )
    await flushFolders(folder)
    await rm(join(folder, markerFile))
    await flushFolder(folder)
    const { fileCount, byteCount } = lacking
    return { name: chosen, createdOn: manifest.createdOn, fileCount, byteCount, lacking: all }
  } finally {
    unlock()
    // Another backup may then be restored into the same folder.
    if (isNew && !hasDatabase)
      for (const file of ['server.lock', markerFile])
        await rm(join(folder, file), { force: true }).catch(() => undefined)
  }
}

/** Names the next older backup if a part without which nothing can be restored is damaged. */
async function adviseOlder<Result>(
  part: string,
  older: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const reason = getDamage(error)
    if (reason === undefined) throw error
    const advice =
      older === undefined
        ? 'There is no older backup at this place.'
        : `Restore an older one: add --backup ${older}`
    throw new BackupProblem(`${part} of this backup is damaged (${reason}). ${advice}`, {
      cause: error,
      fault: 'backup/damaged',
    })
  }
}

/** Why an object is lost; undefined for an error of another kind, such as a service that is away. */
function getDamage(error: unknown): string | undefined {
  if (error instanceof DamagedObject) return error.message
  // A bad sector.
  if (error instanceof StorageUnavailable && error.reason === 'disk failed')
    return 'the disk of the backup cannot read it'
  return undefined
}

/** The nearest folder that exists: the new folder itself may not. */
function findExisting(folder: string): string {
  for (let at = folder; ; at = dirname(at)) if (existsSync(at) || dirname(at) === at) return at
}

/** Refuses a disk that cannot be written or is too small, before hours of copying. */
async function requireSpace(folder: string, { database, files }: Manifest): Promise<void> {
  const existing = findExisting(folder)
  await access(existing, constants.W_OK).catch((cause: unknown) => {
    const reason =
      getErrorCode(cause) === 'EROFS'
        ? `the disk of ${existing} is read-only`
        : `the user of this command may not write into ${existing}`
    throw new BackupProblem(`Nothing can be restored into ${folder}: ${reason}.`, {
      cause,
      fault: 'backup/not-writable',
    })
  })
  let neededBytes = 0
  for (const { path, byteLength } of [{ path: databaseFile, ...database }, ...files]) {
    // An interrupted restore has some of them.
    const found = await stat(toFullPath(folder, path)).catch(() => undefined)
    if (found?.size !== byteLength) neededBytes += byteLength
  }
  const { freeBytes } = await readDiskSpace(existing)
  if (freeBytes < neededBytes)
    throw new BackupProblem(
      `The restore needs ${formatBytes(neededBytes)}, and the disk of ${existing} has ${formatBytes(freeBytes)} free. Choose a folder on a larger disk.`,
    )
}

/**
 * Refuses a folder with content, unless it is the remainder of a restore of the same backup. Returns
 * whether the restore is a new one.
 */
async function claimFolder(folder: string, name: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const marker = join(folder, markerFile)
  if (existsSync(marker)) {
    const begun = await readFile(marker, 'utf8')
    if (begun !== name)
      throw new BackupProblem(
        `${folder} holds the unfinished restore of ${begun}. Continue that one (--backup ${begun}), or delete the folder.`,
      )
    return false
  }
  if ((await readdir(folder)).length > 0)
    throw new BackupProblem(`${folder} is not empty. Restore into a new folder.`)
  await writeDurably(marker, name)
  return true
}

function toFullPath(folder: string, path: string): string {
  // Windows would read these as a drive, a stream or another folder.
  if (process.platform === 'win32' && /[\\:]/u.test(path))
    throw new BackupProblem(`Windows cannot store a file with the name ${path}.`)
  return join(folder, ...path.split('/'))
}

interface RestoreFiles {
  readonly repository: Repository
  readonly manifest: Manifest
  readonly folder: string
  readonly chosen: string
}

/** Restores every file that is whole, and lists the others. */
async function restoreFiles({ repository, manifest, folder, chosen }: RestoreFiles) {
  let fileCount = 0
  let byteCount = 0
  const lacking: LackingFile[] = []
  const restore = async ({ path, sha256, byteLength, modifiedOn }: BackupFile) => {
    const full = toFullPath(folder, path)
    if (!(await isRestored(full, sha256, byteLength))) {
      await mkdir(dirname(full), { recursive: true, mode: 0o700 })
      await writeWhole(full, repository.readObject(sha256))
    }
    // Sweeps go by age, and the next backup recognizes a file by its time.
    await utimes(full, new Date(modifiedOn), new Date(modifiedOn))
    fileCount += 1
    byteCount += byteLength
  }
  await forEachLimited(manifest.files, writesAtOnce, async (file) => {
    try {
      await restore(file)
    } catch (error) {
      const reason = getDamage(error)
      if (reason === undefined) throw error
      await requireTarget(repository, chosen)
      lacking.push({ path: file.path, reason: `damaged in the backup: ${reason}` })
    }
  })
  const files = lacking.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  return { fileCount, byteCount, files }
}

/** A drive that was disconnected is no damage: the restore continues when it is back. */
async function requireTarget(repository: Repository, chosen: string): Promise<void> {
  const isThere = await repository.listBackups().then(
    (names) => names.includes(chosen),
    () => false,
  )
  if (!isThere)
    throw new BackupProblem(
      'The place of the backup is no longer there. Connect it, and run the same command again: it continues.',
      { fault: 'backup/gone' },
    )
}

/**
 * Files that records name and that the backup never had, because they were missing or out of reach
 * when it was made. Without such old images, the restored folder has all that were in the second
 * store, and its note of them is removed.
 */
async function listNeverStored(
  { files }: Manifest,
  named: ReadonlyMap<string, NamedFile>,
  folder: string,
): Promise<LackingFile[]> {
  const stored = new Set(files.map(({ path }) => path))
  const never = [...named.keys()].filter((path) => !stored.has(path))
  const prefix = `${storedFolder}/`
  if (!never.some((path) => path.startsWith(prefix) && mayBeInSecond(path.slice(prefix.length))))
    await rm(join(folder, secondStoreContentFile), { force: true })
  const reason = 'not in the backup: it could not be read when the backup was made'
  return never.map((path) => ({ path, reason }))
}

interface DatabasePlace {
  readonly folder: string
  /** The next older backup. */
  readonly older: string | undefined
}

/** Restores the database, and returns the files that its records name. */
async function restoreDatabase(
  repository: Repository,
  copy: DatabaseCopy,
  { folder, older }: DatabasePlace,
): Promise<ReadonlyMap<string, NamedFile>> {
  const path = join(folder, databaseFile)
  await adviseOlder('The database', older, async () => {
    if (!(await isRestored(path, copy.sha256, copy.byteLength)))
      await writeWhole(path, joinPieces(repository, copy))
  })
  const database = new DatabaseSync(path)
  try {
    checkDatabase(database)
    return readNamedFiles(database)
  } finally {
    database.close()
  }
}

async function* joinPieces(repository: Repository, { pieces, sha256 }: DatabaseCopy) {
  const hash = createHash('sha256')
  for (const piece of pieces)
    for await (const chunk of repository.readObject(piece)) {
      hash.update(chunk)
      yield chunk
    }
  if (hash.digest('hex') !== sha256) throw new DamagedObject('its bytes have changed')
}

/** A file of an interrupted restore was renamed when it was whole; its bytes are checked anyway. */
async function isRestored(path: string, sha256: string, byteLength: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (found?.size !== byteLength) return false
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) hash.update(chunk)
  return hash.digest('hex') === sha256
}

/** Writes and flushes a file under another name first, and renames it. */
async function writeWhole(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${path}.part`
  const file = await open(part, 'w', 0o600)
  try {
    for await (const chunk of bytes) await file.writeFile(chunk)
    await file.sync()
  } catch (error) {
    await file.close()
    await rm(part, { force: true })
    throw error
  }
  await file.close()
  await rename(part, path)
}

async function flushFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await flushFolders(join(folder, entry.name))
  await flushFolder(folder)
}
