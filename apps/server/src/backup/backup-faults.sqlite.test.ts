import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { openFileStore } from '../files/index.ts'
import { toBackupName } from './kept-backups.ts'
import { openTarget } from './open-target.ts'
import { openRepository } from './repository.ts'
import { runBackup, runVerify } from './run-backup.ts'
import type { BackupSettings, RunOptions } from './run-backup.ts'
import { restoreBackup } from './restore-backup.ts'

/** Disks that disappear, clocks that are wrong and runs that meet. */
let folder: string
let settings: BackupSettings
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-backup-faults-'))
  const dataFolder = join(folder, 'data')
  await (await openDatabase({ databaseUrl: undefined, dataFolder })).close()
  settings = {
    dataFolder,
    databaseUrl: undefined,
    s3: undefined,
    s3Access: { region: 'us-east-1' },
    backupPassphrase: undefined,
  }
  for (let at = 0; at < 20; at += 1) await store(`image ${at}`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function store(name: string) {
  const images = join(settings.dataFolder, 'files/images/1/2026-11-18')
  await mkdir(images, { recursive: true })
  await writeFile(join(images, `${name.replaceAll(' ', '-')}.dcm`), `${name} `.repeat(5000))
}

/** Lists the images that this process has open; none can be listed without /proc. */
async function listOpenImages(): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd').catch(() => [])
  const paths = await Promise.all(
    numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')),
  )
  return paths.filter((path) => path.startsWith(settings.dataFolder) && path.endsWith('.dcm'))
}

const createTarget = () => mkdtemp(join(folder, 'target-'))
const run = (target: string, change: Partial<RunOptions> = {}) =>
  runBackup(settings, { target, keep: { newest: 30 }, ...change })

test('a drive that is disconnected in the middle ends the backup, and its folder is not made again', async () => {
  const target = await createTarget()
  let turns = 0
  const hooks = {
    report: () => undefined,
    // The drive goes when five files have been copied.
    waitForTurn: async () => {
      turns += 1
      if (turns === 6) await rename(target, `${target}-away`)
    },
  }
  await expect(run(target, { hooks })).rejects.toMatchObject({
    fault: 'backup/gone',
    message: `${target} is no longer there. Was the drive disconnected?`,
  })
  expect(await readdir(folder)).not.toContain(target.slice(folder.length + 1))
  expect(await listOpenImages()).toEqual([])
  // Connected again, the next run continues with what is there.
  await rename(`${target}-away`, target)
  const copied = (await readdir(join(target, 'objects'), { recursive: true })).length
  expect(copied).toBeGreaterThan(0)
  const { newFiles, fileCount } = await run(target)
  expect(newFiles).toBeLessThan(fileCount)
  expect((await runVerify(settings, { target })).faults).toEqual([])
})

test('a scheduled backup refuses an empty folder that had backups before', async () => {
  const target = await createTarget()
  await expect(run(target, { mustExist: true })).rejects.toMatchObject({ fault: 'backup/emptied' })
  expect(await readdir(target)).toEqual([])
})

test('a second run and a check are refused while a backup runs, which ends well', async () => {
  const target = await createTarget()
  const copying = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const waitForTurn = () => {
    copying.resolve()
    return gate.promise
  }
  const first = run(target, { hooks: { report: () => undefined, waitForTurn } })
  await Promise.race([copying.promise, first])
  await expect(run(target)).rejects.toThrow('Another backup of Talus is using')
  await expect(runVerify(settings, { target })).rejects.toMatchObject({ fault: 'backup/running' })
  gate.resolve()
  expect((await first).missing).toEqual([])
})

test('a fast clock hides no later backup, and an empty battery removes none', async () => {
  const target = await createTarget()
  const at = (text: string) => ({ clock: () => new Date(text) })
  const keep = { days: 2, weeks: 0, months: 0, timeZone: 'UTC' }
  await run(target, { keep, ...at('2036-01-01T00:00:00Z') })
  await store('later')
  for (const day of ['15', '16', '17'])
    await run(target, { keep, ...at(`2026-11-${day}T02:00:00Z`) })
  await run(target, { keep, ...at('1970-01-01T00:00:00Z') })
  const repository = await openRepository(await openTarget(target, settings), {
    passphrase: undefined,
    target,
  })
  expect((await repository.listBackups()).map((name) => name.slice(0, 10))).toEqual([
    // It was just made; the next run with the right clock removes it.
    '1970-01-01',
    // All are in the future of that clock: none is removed by it.
    '2026-11-16',
    '2026-11-17',
    '2036-01-01',
  ])
  const into = join(folder, 'restored')
  const now = new Date('2026-11-18T12:00:00Z')
  const restored = await restoreBackup({ repository, name: undefined, folder: into, now })
  expect(restored.name).toBe(toBackupName(new Date('2026-11-17T02:00:00Z')))
  expect(JSON.parse(await readFile(join(into, 'restored.json'), 'utf8'))).toMatchObject({
    backup: restored.name,
  })
})

test('the command follows the rule of the schedule at its target', async () => {
  const target = await createTarget()
  const days = ['10', '11', '12', '13', '14', '15', '16', '17']
  const at = (day: string) => ({ clock: () => new Date(`2026-11-${day}T02:00:00Z`) })
  const keep = { days: 30, weeks: 0, months: 0, timeZone: 'UTC' }
  for (const day of days) await run(target, { keep, storesKeep: true, ...at(day) })
  // Its own default would be seven days.
  await run(target, { keep: undefined, ...at('18') })
  expect(await readdir(join(target, 'backups'))).toHaveLength(days.length + 1)
  await run(target, { keep: { newest: 2 }, ...at('19') })
  expect(await readdir(join(target, 'backups'))).toHaveLength(2)
})

test('an identity that a power cut left empty is made again', async () => {
  const path = join(settings.dataFolder, 'installation.id')
  const before = await readFile(path, 'utf8')
  await writeFile(path, '')
  const target = await createTarget()
  await run(target)
  expect(await readFile(path, 'utf8')).toMatch(/^[0-9a-f-]{36}$/u)
  await writeFile(path, before)
  await expect(run(target)).rejects.toMatchObject({ fault: 'backup/other-talus' })
})

test('folders that were written by others are not taken for backups', async () => {
  const target = await createTarget()
  const files = await openFileStore({ kind: 'disk', folder: target })
  await files.put('talus-backup.json', Buffer.from('{}'))
  await expect(run(target)).rejects.toMatchObject({ fault: 'backup/unreadable' })
})
