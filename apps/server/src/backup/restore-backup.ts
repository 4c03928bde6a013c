import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { forEachLimited } from '@talus/node-kit/for-each-limited'
import { lockFolder } from '@talus/node-kit/lock-folder'
import { flushFolder, writeDurably } from '@talus/node-kit/write-durably'
import { databaseFile } from '../db/database-file.ts'
import { BackupProblem, DamagedObject } from './backup-problem.ts'
import { findNewest } from './kept-backups.ts'
import { checkDatabase } from './database-snapshot.ts'
import type { DatabaseCopy, Manifest } from './manifest.ts'
import type { Repository } from './repository.ts'

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

/**
 * Restores a backup into a new folder, or continues an interrupted restore of the same one. The
 * database comes last and the marker is removed after it, so that no server starts on a part.
 */
export async function restoreBackup({ repository, name, folder, now }: RestoreDeps) {
  const names = await repository.listBackups()
  const chosen = name ?? findNewest(names, now)
  if (chosen === undefined) throw new BackupProblem('The target has no finished backup.')
  if (!names.includes(chosen))
    throw new BackupProblem(`There is no backup ${chosen}. There are: ${names.join(', ')}`)
  const manifest = await repository.readManifest(chosen)
  await claimFolder(folder, chosen)
  const unlock = lockFolder(folder, { fileName: 'server.lock', program: 'Talus server or restore' })
  try {
    const restored = await restoreFiles(repository, manifest, folder)
    await restoreDatabase(repository, manifest.database, folder)
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
    return { name: chosen, createdOn: manifest.createdOn, ...restored }
  } finally {
    unlock()
  }
}

/** Refuses a folder with content, unless it is the remainder of a restore of the same backup. */
async function claimFolder(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const marker = join(folder, markerFile)
  if (existsSync(marker)) {
    const begun = await readFile(marker, 'utf8')
    if (begun !== name)
      throw new BackupProblem(
        `${folder} holds the unfinished restore of ${begun}. Continue that one (--backup ${begun}), or delete the folder.`,
      )
    return
  }
  if ((await readdir(folder)).length > 0)
    throw new BackupProblem(`${folder} is not empty. Restore into a new folder.`)
  await writeDurably(marker, name)
}

function toFullPath(folder: string, path: string): string {
  // Windows would read these as a drive, a stream or another folder.
  if (process.platform === 'win32' && /[\\:]/u.test(path))
    throw new BackupProblem(`Windows cannot store a file with the name ${path}.`)
  return join(folder, ...path.split('/'))
}

async function restoreFiles(repository: Repository, { files }: Manifest, folder: string) {
  let fileCount = 0
  let byteCount = 0
  await forEachLimited(files, writesAtOnce, async ({ path, sha256, byteLength, modifiedOn }) => {
    const full = toFullPath(folder, path)
    if (!(await isRestored(full, sha256, byteLength))) {
      await mkdir(dirname(full), { recursive: true, mode: 0o700 })
      await writeWhole(full, nameFaults(path, repository.readObject(sha256)))
    }
    // Sweeps go by age, and the next backup recognizes a file by its time.
    await utimes(full, new Date(modifiedOn), new Date(modifiedOn))
    fileCount += 1
    byteCount += byteLength
  })
  return { fileCount, byteCount }
}

async function restoreDatabase(
  repository: Repository,
  { pieces, sha256 }: DatabaseCopy,
  folder: string,
): Promise<void> {
  const hash = createHash('sha256')
  async function* joinPieces() {
    for (const piece of pieces)
      for await (const chunk of repository.readObject(piece)) {
        hash.update(chunk)
        yield chunk
      }
    if (hash.digest('hex') !== sha256) throw new DamagedObject('its bytes have changed')
  }
  const path = join(folder, databaseFile)
  await writeWhole(path, nameFaults('the database', joinPieces()))
  const database = new DatabaseSync(path)
  try {
    checkDatabase(database)
  } finally {
    database.close()
  }
}

async function* nameFaults(name: string, bytes: AsyncIterable<Uint8Array>) {
  try {
    yield* bytes
  } catch (error) {
    if (!(error instanceof DamagedObject)) throw error
    throw new BackupProblem(
      `The backup of ${name} is damaged (${error.message}). Choose an older backup with --backup.`,
      { cause: error },
    )
  }
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
  } finally {
    await file.close()
  }
  await rename(part, path)
}

async function flushFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await flushFolders(join(folder, entry.name))
  await flushFolder(folder)
}
