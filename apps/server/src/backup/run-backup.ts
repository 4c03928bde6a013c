import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupTargetState } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { getErrorCode } from '@talus/node-kit/error-code'
import { writeDurably } from '@talus/node-kit/write-durably'
import { databaseFile } from '../db/database-file.ts'
import {
  getFileSettings,
  openFileStore,
  readSecondStoreContent,
  secondStoreContentFile,
  StorageUnavailable,
} from '../files/index.ts'
import type { FileStore } from '../files/index.ts'
import { BackupProblem, DamagedObject } from './backup-problem.ts'
import { countData, createBackup, lockBackups } from './create-backup.ts'
import type { BackupResult } from './create-backup.ts'
import { readDiskSpace } from './disk-space.ts'
import type { DiskSpace } from './disk-space.ts'
import { findForeignFile, openTarget } from './open-target.ts'
import type { TargetSettings } from './open-target.ts'
import { openOwnRepository, openRepository, removeUnusedDescription } from './repository.ts'
import type { Repository } from './repository.ts'
import { refuseUnfinishedRestore } from './restore-backup.ts'
import type { KeepRule } from './retention.ts'
import type { RunHooks } from './run-hooks.ts'
import { verifyBackups } from './verify-backup.ts'
import type { VerifyResult } from './verify-backup.ts'

/** The parts of a backup that the command and the scheduled run share. */
export interface BackupSettings extends TargetSettings {
  readonly databaseUrl: string | undefined
  readonly s3: Parameters<typeof getFileSettings>[0]['s3']
  /** The store of old images, which are part of each backup. */
  readonly secondStore?: Parameters<typeof getFileSettings>[0]['secondStore']
  readonly backupPassphrase: string | undefined
}

const installationFile = 'installation.id'

/** SQLite's code for a full disk. */
const sqliteFull = 13

const isFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes(getErrorCode(error) ?? '') ||
  (error instanceof Error && 'errcode' in error && error.errcode === sqliteFull)

/** Turns the refusals of disks and services into sentences. */
export function toBackupProblem(error: unknown): BackupProblem | undefined {
  if (error instanceof BackupProblem) return error
  if (error instanceof DamagedObject)
    return new BackupProblem(`The backup is damaged: ${error.message}.`, {
      cause: error,
      fault: 'backup/damaged',
    })
  if (error instanceof StorageUnavailable)
    return new BackupProblem(`The backup stopped: ${error.reason}. Former backups are whole.`, {
      cause: error,
      fault: getStorageFault(error),
    })
  if (isFull(error))
    return new BackupProblem('The disk is full. Make space and run the command again.', {
      cause: error,
      fault: 'backup/data-disk-full',
    })
  const code = getErrorCode(error)
  if (code === 'EACCES' || code === 'EPERM')
    return new BackupProblem(
      `The user of this command may not read or write there (${code}): ${String(error)}`,
      { cause: error, fault: 'backup/not-writable' },
    )
  return undefined
}

function getStorageFault({ code, reason }: StorageUnavailable) {
  if (code === 'storage/full') return 'backup/full'
  return reason === 'disk is read-only' ? 'backup/not-writable' : 'backup/unreachable'
}

/** Identifies this installation in its targets; restored with it. */
async function loadInstallation(dataFolder: string): Promise<string> {
  const path = join(dataFolder, installationFile)
  const unlock = lockBackups(dataFolder)
  try {
    const known = existsSync(path) ? readFileSync(path, 'utf8') : ''
    // An empty file is that of a power cut; two installations with it would look like one.
    if (known !== '') return known
    const created = randomUUID()
    await writeDurably(path, created)
    return created
  } finally {
    unlock()
  }
}

function checkSource({ dataFolder, databaseUrl }: BackupSettings): void {
  if (databaseUrl !== undefined)
    throw new BackupProblem(
      'This server uses PostgreSQL: docs/operations.md describes how it is backed up.',
      { fault: 'backup/not-available' },
    )
  if (!existsSync(join(dataFolder, databaseFile)))
    throw new BackupProblem(`There is no database in ${dataFolder}. Is TALUS_DATA right?`)
  refuseUnfinishedRestore(dataFolder)
}

interface OwnTarget {
  readonly targetFiles: FileStore
  readonly repository: Repository
}

async function openOwn(
  target: string,
  settings: BackupSettings,
  mustExist: boolean,
): Promise<OwnTarget> {
  const targetFiles = await openTarget(target, settings)
  const repository = await openOwnRepository(targetFiles, {
    installation: await loadInstallation(settings.dataFolder),
    now: new Date(),
    passphrase: settings.backupPassphrase,
    target,
    mustExist,
    findForeignFile: () => findForeignFile(target),
  })
  return { targetFiles, repository }
}

export interface RunOptions {
  readonly target: string
  /** Undefined for the rule of the target's schedule. */
  readonly keep: KeepRule | undefined
  /** The schedule stores its rule, so that the command removes none of its backups. */
  readonly storesKeep?: boolean
  readonly mustExist?: boolean
  readonly hooks?: RunHooks
  readonly clock?: Clock
}

const defaultRetention = { days: 7, weeks: 4, months: 12 } as const

export async function runBackup(
  settings: BackupSettings,
  {
    target,
    keep,
    storesKeep = false,
    mustExist = false,
    hooks,
    clock = () => new Date(),
  }: RunOptions,
): Promise<BackupResult> {
  checkSource(settings)
  const { repository } = await openOwn(target, settings, mustExist)
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const rule = keep ?? (await repository.readRetention()) ?? { ...defaultRetention, timeZone }
  if (storesKeep && !('newest' in rule)) await repository.writeRetention(rule)
  const { dataFolder } = settings
  const files = await openFileStore(getFileSettings(settings))
  const lacksSecondStore = await hasForgottenSecondStore(settings)
  const deps = { dataFolder, files, repository, clock, keep: rule, lacksSecondStore }
  return createBackup({ ...deps, ...(hooks && { hooks }) })
}

async function hasForgottenSecondStore({ dataFolder, secondStore }: BackupSettings) {
  if (secondStore) return false
  const content = await readSecondStoreContent(join(dataFolder, secondStoreContentFile))
  return content !== undefined && content.files > 0
}

/** Not beside a backup on the same computer, which removes objects. */
export async function runVerify(
  settings: BackupSettings,
  { target, hooks }: Pick<RunOptions, 'target' | 'hooks'>,
): Promise<VerifyResult> {
  const { dataFolder } = settings
  const files = await openTarget(target, settings)
  const options = { passphrase: settings.backupPassphrase, target }
  const repository = await openRepository(files, options)
  const unlock = existsSync(join(dataFolder, databaseFile))
    ? lockBackups(dataFolder)
    : () => undefined
  try {
    return await verifyBackups(repository, hooks)
  } finally {
    unlock()
  }
}

/** The space on the target's disk; null for a bucket. */
export const readTargetSpace = async (target: string): Promise<DiskSpace | null> =>
  target.startsWith('s3://') ? null : readDiskSpace(target)

/** Checks that backups can be stored at a target; an empty one is described as that of this Talus. */
export async function checkTarget(
  settings: BackupSettings,
  target: string,
): Promise<BackupTargetState & { readonly space: DiskSpace | null }> {
  checkSource(settings)
  const files = await openFileStore(getFileSettings(settings))
  const { totalBytes: dataBytes } = await countData({ dataFolder: settings.dataFolder, files })
  const targetFiles = await openTarget(target, settings)
  const space = await readTargetSpace(target)
  const isUsed = await hasBackups(targetFiles)
  if (!isUsed && space && space.freeBytes < dataBytes)
    throw new BackupProblem('The first backup needs more space than the target has.', {
      fault: 'backup/too-small',
      values: { freeBytes: space.freeBytes, neededBytes: dataBytes },
    })
  if (!isUsed) await forgetEarlierCheck(targetFiles, settings, target)
  const { repository } = await openOwn(target, settings, false)
  await repository.checkWritable()
  return {
    state: isUsed ? 'used' : 'empty',
    freeBytes: space?.freeBytes ?? null,
    dataBytes,
    isOnDataDisk: await isOnDataDisk(target, settings.dataFolder),
    space,
  }
}

/** Not beside a backup, which has described the target for itself. */
async function forgetEarlierCheck(
  files: FileStore,
  { dataFolder }: BackupSettings,
  target: string,
): Promise<void> {
  const installation = await loadInstallation(dataFolder)
  const unlock = lockBackups(dataFolder)
  try {
    await removeUnusedDescription(files, { installation, target })
  } finally {
    unlock()
  }
}

async function hasBackups(files: FileStore): Promise<boolean> {
  for await (const _ of files.list('backups')) return true
  return false
}

/** Whether a folder is on the disk that its backups protect; a bucket is not. */
export const isOnDataDisk = async (target: string, dataFolder: string): Promise<boolean> =>
  !target.startsWith('s3://') && (await areOnOneDisk(target, dataFolder))

const areOnOneDisk = async (one: string, other: string) =>
  (await stat(one)).dev === (await stat(other)).dev

/** The names of the backups at a target, oldest first; they need no passphrase. */
export async function listTarget(settings: BackupSettings, target: string): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of (await openTarget(target, settings)).list('backups'))
    if (key.endsWith('.manifest')) names.push(key.slice('backups/'.length, -'.manifest'.length))
  return names.toSorted()
}
