import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupProblem } from './backup-problem.ts'
import { isComplete } from './create-backup.ts'
import type { BackupGap, BackupResult } from './create-backup.ts'
import { formatLackingFile, lackingFile } from './lacking-files.ts'
import type { LackingFile } from './lacking-files.ts'
import { openTarget } from './open-target.ts'
import { openRepository } from './repository.ts'
import { noBackup, restoreBackup } from './restore-backup.ts'
import { formatSetting } from './format-setting.ts'
import { runBackup, runVerify, toBackupProblem } from './run-backup.ts'
import type { BackupSettings } from './run-backup.ts'

/** 3 if the command has done its work, and files are missing from it. */
export type BackupExitCode = 0 | 3

const restoreUsage = `npm run restore -- <folder or s3://bucket/prefix>
      lists the backups there
  npm run restore -- <folder or s3://bucket/prefix> --into <new folder> [--backup <name>]
      restores the newest one, or the named one`

interface BackupCommand {
  readonly run: (settings: BackupSettings, print: (line: string) => void) => Promise<BackupExitCode>
}

const toMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
/** A list on the terminal names so many files. */
const printedFiles = 10

/** Returns the command that the arguments name; it does not open the database of the server. */
export function findBackupCommand([name, ...args]: readonly string[]): BackupCommand | undefined {
  if (name === 'backup') return { run: (settings, print) => explain(backUp(args, settings, print)) }
  if (name === 'restore')
    return { run: (settings, print) => explain(restore(args, settings, print)) }
  return undefined
}

async function explain(work: Promise<BackupExitCode>): Promise<BackupExitCode> {
  try {
    return await work
  } catch (error) {
    throw toBackupProblem(error) ?? error
  }
}

function readArguments<Parsed extends { readonly positionals: string[] }>(
  parse: () => Parsed,
  usage: string,
): Parsed & { readonly target: string } {
  try {
    const parsed = parse()
    const [target, ...others] = parsed.positionals
    if (target !== undefined && others.length === 0) return { ...parsed, target }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new BackupProblem(`Say it like this:\n  ${usage}`)
}

async function backUp(
  args: readonly string[],
  settings: BackupSettings,
  print: (line: string) => void,
): Promise<BackupExitCode> {
  const { target, values } = readArguments(
    () =>
      parseArgs({
        args: [...args],
        allowPositionals: true,
        options: { keep: { type: 'string' }, verify: { type: 'boolean' } },
      }),
    'npm run backup -- <folder or s3://bucket/prefix> [--keep 30] [--verify]',
  )
  const newest = values.keep === undefined ? undefined : Number(values.keep)
  if (newest !== undefined && (!Number.isInteger(newest) || newest < 1))
    throw new BackupProblem('--keep is the number of backups that stay, at least 1.')
  if (values.verify === true) return verify(target, settings, print)
  const startedMs = Date.now()
  const keep = newest === undefined ? undefined : { newest }
  const result = await runBackup(settings, { target, keep })
  printResult(print, result, target, Date.now() - startedMs)
  return isComplete(result) ? 0 : 3
}

function printResult(
  print: (line: string) => void,
  result: BackupResult,
  target: string,
  tookMs: number,
): void {
  const { name, fileCount, newFiles, newBytes, missing, damaged, unread, kept, gap } = result
  print(
    `Backup ${name} is in ${target}: ${fileCount} files and the database; ${newFiles} files were new, ${toMegabytes(newBytes)} were written in ${(tookMs / 1000).toFixed(1)} s.`,
  )
  if (result.removedBackups > 0) print(`Removed older backups: ${result.removedBackups}.`)
  if (unread.length > 0) print(`THIS BACKUP IS INCOMPLETE: ${describeGap(gap, unread)}`)
  if (kept > 0) print(`${kept} files could not be read now and stay as a former backup has them.`)
  if (missing.length > 0)
    print(`The archive lacks ${missing.length} files that its records name, such as ${missing[0]}.`)
  if (damaged.length > 0)
    print(`The archive has ${damaged.length} damaged files, such as ${damaged[0]}.`)
  if (missing.length + damaged.length > 0) print('npm run verify lists them.')
}

function describeGap(gap: BackupGap | null, unread: readonly string[]): string {
  const count = `${unread.length} files are not in it`
  switch (gap) {
    case 'backup/second-store-away':
      return `${count}, because the second store (SECOND_STORE) is out of reach. Mend that, and run the command again.`
    case 'backup/second-store-not-set':
      return `${count}: they are in a second store, but SECOND_STORE is not set. Set it again (docs/storage.md), and run the command again.`
    default:
      return `${count}, because their disk does not return them, such as ${unread[0]}.`
  }
}

async function verify(
  target: string,
  settings: BackupSettings,
  print: (line: string) => void,
): Promise<BackupExitCode> {
  const { backups, objects, faults } = await runVerify(settings, { target })
  for (const fault of faults) print(fault)
  if (faults.length > 0)
    throw new BackupProblem(
      `${faults.length} of ${objects} stored objects are damaged or missing. Run npm run backup again: it writes them anew if the archive has them.`,
    )
  print(`${backups} backups with ${objects} stored objects are whole.`)
  return 0
}

async function restore(
  args: readonly string[],
  settings: BackupSettings,
  print: (line: string) => void,
): Promise<BackupExitCode> {
  const { target, values } = readArguments(
    () =>
      parseArgs({
        args: [...args],
        allowPositionals: true,
        options: { into: { type: 'string' }, backup: { type: 'string' } },
      }),
    restoreUsage,
  )
  const options = { passphrase: settings.backupPassphrase, target }
  const { into, backup: name } = values
  const folder = into === undefined ? undefined : resolve(into)
  const files = await openTarget(target, { ...settings, dataFolder: folder ?? settings.dataFolder })
  const repository = await openRepository(files, options)
  if (folder === undefined) {
    const names = await repository.listBackups()
    if (names.length === 0) throw new BackupProblem(noBackup)
    print('Backups, newest last; add --into <new folder> to restore one:')
    for (const one of names) print(`  ${one}`)
    return 0
  }
  const restored = await restoreBackup({ repository, folder, name, now: new Date() })
  const { lacking } = restored
  print(
    `Restored ${restored.name} into ${folder}: ${restored.fileCount} files, ${toMegabytes(restored.byteCount)}, and the database.`,
  )
  if (lacking.length > 0) printLacking(print, lacking, folder)
  print('Write this line into the file .env, and start Talus:')
  print(formatSetting('TALUS_DATA', folder))
  return lacking.length === 0 ? 0 : 3
}

function printLacking(
  print: (line: string) => void,
  lacking: readonly LackingFile[],
  folder: string,
): void {
  const [count, verb] = lacking.length === 1 ? ['1 FILE', 'IS'] : [`${lacking.length} FILES`, 'ARE']
  print(`${count} ${verb} MISSING. Everything else is restored, and Talus can be started:`)
  for (const one of lacking.slice(0, printedFiles)) print(`  ${formatLackingFile(one)}`)
  if (lacking.length > printedFiles) print(`  and ${lacking.length - printedFiles} more`)
  print(`The whole list is in ${join(folder, lackingFile)}.`)
  print(
    'An older backup (--backup <name>, into another folder) may have them. An image also comes back when its sensor, PACS or disc sends it again.',
  )
}
