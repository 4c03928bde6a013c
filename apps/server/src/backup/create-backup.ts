import { productVersion } from '@talus/contract'
import type { BackupFault } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { lockFolder } from '@talus/node-kit/lock-folder'
import { mayBeInSecond, SecondStoreUnavailable } from '../files/index.ts'
import type { FileStore } from '../files/index.ts'
import { BackupProblem, DamagedObject } from './backup-problem.ts'
import { createCopier } from './copy-files.ts'
import type { UnreadableFile } from './copy-files.ts'
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
  /** Images were moved to a second store, which the settings no longer name. */
  readonly lacksSecondStore?: boolean
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
  /** Files that could not be read and are in no former backup. */
  readonly unread: readonly string[]
  /** Files that could not be read, and stay in the backup as the former one has them. */
  readonly kept: number
  /** Why files could not be read; null if all were. */
  readonly gap: BackupGap | null
}

export type BackupGap = Extract<
  BackupFault,
  'backup/second-store-away' | 'backup/second-store-not-set' | 'backup/files-unreadable'
>

/** Whether everything that records name is in the backup, and as it was recorded. */
export const isComplete = ({
  missing,
  damaged,
  unread,
}: Pick<BackupResult, 'missing' | 'damaged' | 'unread'>): boolean =>
  missing.length + damaged.length + unread.length === 0

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
  for (const list of [listDataFolder(dataFolder), listStoredFiles(files, () => undefined)])
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
  const { snapshot, files, ...found } = await copyConsistently(deps, copier)
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
    damaged: findDamaged(snapshot, files),
    ...found,
  }
}

/**
 * Files, database, files again. A file is stored before its record and removed after it: files
 * received during the first, long copy have their record in the snapshot and are copied by the
 * second one; files removed after the snapshot were copied by the first one. A file that came and
 * went between both is caught by a new snapshot.
 */
async function copyConsistently(deps: BackupDeps, copier: Copier) {
  const { dataFolder } = deps
  const first = new Map<string, BackupFile>()
  const unreachable = createUnreachableFiles(deps)
  const { onOutage, onUnreadable } = unreachable
  const onFile = await startProgress(deps)
  const onFirst = { onFile, onUnreadable }
  // The frames of the bridge come before the database: the bridge drops one that the server has.
  await copier.copyFiles(listDataFolder(dataFolder), first, onFirst)
  await copier.copyFiles(listStoredFiles(deps.files, onOutage), first, onFirst)
  for (let attempt = 1; ; attempt += 1) {
    const snapshot = await takeSnapshot(dataFolder)
    const second = new Map<string, BackupFile>()
    await copier.copyFiles(listStoredFiles(deps.files, onOutage), second, { onUnreadable })
    for (const file of first.values())
      if (!second.has(file.path) && isWorthKeeping(file, snapshot)) second.set(file.path, file)
    const missing = findMissing(snapshot, second)
    const lost = missing.filter((path) => !unreachable.has(path))
    if (attempt < snapshotsMax && lost.length > 0) {
      for (const file of second.values()) first.set(file.path, file)
      continue
    }
    const others = unreachable
      .list()
      .filter((path) => !second.has(path) && !missing.includes(path))
      .filter((path) => isWorthKeeping({ path }, snapshot))
    const kept = keepFormer(copier, snapshot, [...missing, ...others])
    for (const file of kept) second.set(file.path, file)
    const unread = [...missing.filter((path) => unreachable.has(path)), ...others]
    return {
      snapshot,
      files: second,
      missing: lost,
      unread: unread.filter((path) => !second.has(path)),
      kept: kept.length,
      gap: unread.length === 0 ? null : unreachable.getReason(),
    }
  }
}

type Copier = ReturnType<typeof createCopier>

/** Notes the files that exist and cannot be read now. */
function createUnreachableFiles({ lacksSecondStore = false }: BackupDeps) {
  const unreadable = new Set<string>()
  let isSecondAway = false
  const isInSecond = (path: string) =>
    path.startsWith(`${storedFolder}/`) && mayBeInSecond(path.slice(storedFolder.length + 1))
  return {
    onOutage: () => {
      isSecondAway = true
    },
    onUnreadable: (path: string, { cause }: UnreadableFile) => {
      if (cause instanceof SecondStoreUnavailable) isSecondAway = true
      unreadable.add(path)
    },
    list: () => [...unreadable],
    has: (path: string) =>
      unreadable.has(path) || ((isSecondAway || lacksSecondStore) && isInSecond(path)),
    getReason: (): BackupGap => {
      if (isSecondAway) return 'backup/second-store-away'
      return lacksSecondStore ? 'backup/second-store-not-set' : 'backup/files-unreadable'
    },
  }
}

/**
 * Files that cannot be read now stay as the former backup has them: otherwise the only whole copy of
 * a lost file would go with the last backup that has it.
 */
function keepFormer(copier: Copier, { named }: DatabaseSnapshot, paths: readonly string[]) {
  return paths.flatMap((path) => {
    const before = copier.findPrevious(path)
    const recorded = named.get(path)?.sha256 ?? ''
    return before && (recorded === '' || recorded === before.sha256) ? [before] : []
  })
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
const isWorthKeeping = ({ path }: Pick<BackupFile, 'path'>, { named }: DatabaseSnapshot) =>
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
