import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupProblem } from './backup-problem.ts'
import type { BackupResult } from './create-backup.ts'
import { openTarget } from './open-target.ts'
import { openRepository } from './repository.ts'
import { restoreBackup } from './restore-backup.ts'
import { formatSetting } from './format-setting.ts'
import { runBackup, runVerify, toBackupProblem } from './run-backup.ts'
import type { BackupSettings } from './run-backup.ts'

interface BackupCommand {
  readonly run: (settings: BackupSettings, print: (line: string) => void) => Promise<void>
}

const toMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Returns the command that the arguments name; it does not open the database of the server. */
export function findBackupCommand([name, ...args]: readonly string[]): BackupCommand | undefined {
  if (name === 'backup') return { run: (settings, print) => explain(backUp(args, settings, print)) }
  if (name === 'restore')
    return { run: (settings, print) => explain(restore(args, settings, print)) }
  return undefined
}

async function explain(work: Promise<void>): Promise<void> {
  try {
    await work
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
  throw new BackupProblem(`Say it like this: ${usage}`)
}

async function backUp(
  args: readonly string[],
  settings: BackupSettings,
  print: (line: string) => void,
): Promise<void> {
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
}

function printResult(
  print: (line: string) => void,
  result: BackupResult,
  target: string,
  tookMs: number,
): void {
  const { name, fileCount, newFiles, newBytes, missing, damaged, removedBackups } = result
  print(
    `Backup ${name} is in ${target}: ${fileCount} files and the database; ${newFiles} files were new, ${toMegabytes(newBytes)} were written in ${(tookMs / 1000).toFixed(1)} s.`,
  )
  if (removedBackups > 0) print(`Removed older backups: ${removedBackups}.`)
  if (missing.length > 0)
    print(`The archive lacks ${missing.length} files that its records name, such as ${missing[0]}.`)
  if (damaged.length > 0)
    print(`The archive has ${damaged.length} damaged files, such as ${damaged[0]}.`)
  if (missing.length + damaged.length > 0) print('npm run verify lists them.')
}

async function verify(
  target: string,
  settings: BackupSettings,
  print: (line: string) => void,
): Promise<void> {
  const { backups, objects, faults } = await runVerify(settings, { target })
  for (const fault of faults) print(fault)
  if (faults.length > 0)
    throw new BackupProblem(
      `${faults.length} of ${objects} stored objects are damaged or missing. Run npm run backup again: it writes them anew if the archive has them.`,
    )
  print(`${backups} backups with ${objects} stored objects are whole.`)
}

async function restore(
  args: readonly string[],
  settings: BackupSettings,
  print: (line: string) => void,
): Promise<void> {
  const { target, values } = readArguments(
    () =>
      parseArgs({
        args: [...args],
        allowPositionals: true,
        options: { into: { type: 'string' }, backup: { type: 'string' } },
      }),
    'npm run restore -- <folder or s3://bucket/prefix> --into <new folder> [--backup <name>]',
  )
  const options = { passphrase: settings.backupPassphrase, target }
  const { into, backup: name } = values
  const folder = into === undefined ? undefined : resolve(into)
  const files = await openTarget(target, { ...settings, dataFolder: folder ?? settings.dataFolder })
  const repository = await openRepository(files, options)
  if (folder === undefined) {
    print('Backups, newest last; add --into <new folder> to restore one:')
    for (const one of await repository.listBackups()) print(`  ${one}`)
    return
  }
  const restored = await restoreBackup({ repository, folder, name, now: new Date() })
  print(
    `Restored ${restored.name} into ${folder}: ${restored.fileCount} files, ${toMegabytes(restored.byteCount)}, and the database.`,
  )
  print('Write this line into the file .env, and start Talus:')
  print(formatSetting('TALUS_DATA', folder))
}
