import { productVersion } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { lockFolder } from '@talus/node-kit/lock-folder'
import type { FileStore } from '../files/index.ts'
import { BackupProblem, DamagedObject } from './backup-problem.ts'
import { createCopier } from './copy-files.ts'
import { toBackupName } from './kept-backups.ts'
import { removeSnapshot, takeSnapshot } from './database-snapshot.ts'
import type { DatabaseSnapshot } from './database-snapshot.ts'
import type { BackupFile } from './manifest.ts'
import { removeOldBackups } from './retention.ts'
import type { KeepRule } from './retention.ts'
import type { Repository } from './repository.ts'
import { quietRun } from './run-hooks.ts'
import type { RunHooks } from './run-hooks.ts'
import { backupLockFile, listDataFolder, listStoredFiles, storedFolder } from './source-files.ts'

export interface BackupDeps {
  readonly dataFolder: string
  readonly files: FileStore
  readonly repository: Repository
  readonly clock: Clock
  /** The backups that stay. */
  readonly keep: KeepRule
  readonly hooks?: RunHooks
}

export interface BackupResult {
  readonly name: string
  readonly fileCount: number
  /** The size of all files and the database. */
  readonly byteCount: number
  readonly newFiles: number
  readonly newBytes: number
  readonly removedBackups: number
  /** Files that records name and the archive does not have. */
  readonly missing: readonly string[]
  /** Files whose hash is not the one in their record. */
  readonly damaged: readonly string[]
}

const snapshotsMax = 3

/**
 * Makes a backup of a running server. The manifest is written last: until then the target has the
 * former backups and some more objects, which the next run uses.
 */
export async function createBackup(deps: BackupDeps): Promise<BackupResult> {
  const { dataFolder, repository } = deps
  const unlock = lockBackups(dataFolder)
  try {
    return await copyAll(deps, repository)
  } finally {
    await removeSnapshot(dataFolder)
    unlock()
  }
}

/** One run at a time: a second one would remove objects that the first has just written. */
export function lockBackups(dataFolder: string): () => void {
  try {
    return lockFolder(dataFolder, { fileName: backupLockFile, program: 'backup of Talus' })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new BackupProblem(message, { cause: error, fault: 'backup/running' })
  }
}

/** The number and size of everything that a first backup copies, for its progress. */
export async function countData({ dataFolder, files }: Pick<BackupDeps, 'dataFolder' | 'files'>) {
  let totalFiles = 0
  let totalBytes = 0
  for (const list of [listDataFolder(dataFolder), listStoredFiles(files)])
    for await (const { byteLength } of list) {
      totalFiles += 1
      totalBytes += byteLength
    }
  return { totalFiles, totalBytes }
}

async function copyAll(deps: BackupDeps, repository: Repository): Promise<BackupResult> {
  const startedOn = deps.clock()
  const previous = await readPrevious(repository)
  const { report, waitForTurn } = deps.hooks ?? quietRun
  const copier = createCopier(repository, await repository.listStored(), previous, waitForTurn)
  const { snapshot, files } = await copyConsistently(deps, copier)
  const done = sumUp(files)
  report({ phase: 'database', ...done })
  const database = await copier.copyDatabase(snapshot)
  report({ phase: 'ending', ...done })
  const name = toBackupName(startedOn)
  const sorted = [...files.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1))
  await repository.writeManifest(name, {
    format: 1,
    createdOn: startedOn.toISOString(),
    productVersion,
    database,
    files: sorted,
  })
  return {
    name,
    fileCount: sorted.length,
    byteCount: done.doneBytes + database.byteLength,
    ...copier.counts,
    removedBackups: await removeOldBackups(repository, {
      keep: deps.keep,
      made: name,
      now: deps.clock(),
    }),
    missing: findMissing(snapshot, files),
    damaged: findDamaged(snapshot, files),
  }
}

/**
 * Files, database, files again. A file is stored before its record and removed after it: files
 * received during the first, long copy have their record in the snapshot and are copied by the
 * second one; files removed after the snapshot were copied by the first one. A file that came and
 * went between both is caught by a new snapshot.
 */
async function copyConsistently(deps: BackupDeps, copier: ReturnType<typeof createCopier>) {
  const { dataFolder } = deps
  const first = new Map<string, BackupFile>()
  const onFile = await startProgress(deps)
  // The frames of the bridge come before the database: the bridge drops one that the server has.
  await copier.copyFiles(listDataFolder(dataFolder), first, onFile)
  await copier.copyFiles(listStoredFiles(deps.files), first, onFile)
  for (let attempt = 1; ; attempt += 1) {
    const snapshot = await takeSnapshot(dataFolder)
    const second = new Map<string, BackupFile>()
    await copier.copyFiles(listStoredFiles(deps.files), second)
    for (const file of first.values())
      if (!second.has(file.path) && isWorthKeeping(file, snapshot)) second.set(file.path, file)
    if (attempt === snapshotsMax || findMissing(snapshot, second).length === 0)
      return { snapshot, files: second }
    for (const file of second.values()) first.set(file.path, file)
  }
}

function sumUp(files: ReadonlyMap<string, BackupFile>) {
  let bytes = 0
  for (const { byteLength } of files.values()) bytes += byteLength
  return { doneFiles: files.size, totalFiles: files.size, doneBytes: bytes, totalBytes: bytes }
}

/** Counts the files if the progress is reported, and returns the function that notes a copied one. */
async function startProgress(deps: BackupDeps) {
  const { hooks } = deps
  if (!hooks) return undefined
  const none = { doneFiles: 0, totalFiles: 0, doneBytes: 0, totalBytes: 0 }
  hooks.report({ phase: 'counting', ...none })
  const total = await countData(deps)
  let [doneFiles, doneBytes] = [0, 0]
  return (byteLength: number) => {
    doneFiles += 1
    doneBytes += byteLength
    // Files that arrive meanwhile are copied too.
    const totalFiles = Math.max(total.totalFiles, doneFiles)
    const totalBytes = Math.max(total.totalBytes, doneBytes)
    hooks.report({ phase: 'files', doneFiles, totalFiles, doneBytes, totalBytes })
  }
}

/**
 * An image that was removed during the backup and has no record would come back as a file without a
 * record; other files without a record are swept by the server.
 */
const isWorthKeeping = ({ path }: BackupFile, { named }: DatabaseSnapshot) =>
  named.has(path) || !path.startsWith(`${storedFolder}/images/`)

const findMissing = ({ named }: DatabaseSnapshot, files: ReadonlyMap<string, BackupFile>) =>
  [...named.keys()].filter((path) => !files.has(path))

const findDamaged = ({ named }: DatabaseSnapshot, files: ReadonlyMap<string, BackupFile>) =>
  [...named.values()].flatMap(({ path, sha256 }) => {
    const copied = files.get(path)
    return copied && sha256 !== '' && copied.sha256 !== sha256 ? [path] : []
  })

/** The newest backup whose list can be read; without one, everything is read and compared. */
async function readPrevious(repository: Repository): Promise<ReadonlyMap<string, BackupFile>> {
  for (const name of (await repository.listBackups()).toReversed())
    try {
      const { files } = await repository.readManifest(name)
      return new Map(files.map((file) => [file.path, file]))
    } catch (error) {
      if (!(error instanceof DamagedObject)) throw error
    }
  return new Map()
}
