import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { readSecondStore } from '../second-store-setting.ts'
import { findBackupCommand } from './backup-command.ts'
import type { BackupSettings } from './run-backup.ts'

/** Backups without some of the files, and what a restore brings back from a damaged target. */
let folder: string
let settings: BackupSettings
let target: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-incomplete-'))
  const dataFolder = join(folder, 'data')
  target = join(folder, 'target')
  await mkdir(target)
  await (await openDatabase({ databaseUrl: undefined, dataFolder })).close()
  // Every table with such columns names files.
  withDatabase((database) => database.exec('create table named ("filePath" text, "sha256" text)'))
  settings = {
    dataFolder,
    databaseUrl: undefined,
    s3: undefined,
    s3Access: { region: 'us-east-1' },
    backupPassphrase: undefined,
  }
  for (let at = 0; at < 12; at += 1) await store(oldKey(at), `image ${at}`)
  await store('images/1/2026-11-18/new.dcm', 'an image of today')

  function withDatabase(work: (database: DatabaseSync) => void) {
    const database = new DatabaseSync(join(dataFolder, 'talus.sqlite'))
    work(database)
    database.close()
  }
  async function store(key: string, text: string) {
    await writeInto(join(dataFolder, 'files', key), text)
    withDatabase((database) =>
      database.prepare('insert into named values (?, ?)').run(key, hash(text)),
    )
  }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const oldKey = (at: number) => `images/1/2020-01-01/${at}.dcm`
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

async function writeInto(path: string, text: string) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function run(args: readonly string[], change: Partial<BackupSettings> = {}) {
  const lines: string[] = []
  const code = await findBackupCommand(args)?.run({ ...settings, ...change }, (line) =>
    lines.push(line),
  )
  return { code, output: lines.join('\n') }
}

const findObject = (sha256: string) => join(target, 'objects', sha256.slice(0, 2), sha256)

/** The objects of the database are those that no file has. */
async function listDatabaseObjects(): Promise<string[]> {
  const texts = ['an image of today', ...Array.from({ length: 12 }, (_, at) => `image ${at}`)]
  const ofFiles = new Set([
    ...texts.map(hash),
    hash(await readFile(join(settings.dataFolder, 'installation.id'), 'utf8')),
  ])
  const entries = await readdir(join(target, 'objects'), { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) =>
    entry.isFile() && !ofFiles.has(entry.name) ? [join(entry.parentPath, entry.name)] : [],
  )
}

test('damaged and missing objects are left out of a restore, which names them', async () => {
  expect((await run(['backup', target])).code).toBe(0)
  for (let at = 0; at < 11; at += 1) await rm(findObject(hash(`image ${at}`)))
  await writeFile(findObject(hash('image 11')), 'other by')
  const into = join(folder, 'restored')
  const { code, output } = await run(['restore', target, '--into', into])
  expect(code).toBe(3)
  expect(output).toContain('12 FILES ARE MISSING. Everything else is restored')
  expect(output).toContain('files/images/1/2020-01-01/11.dcm (damaged in the backup: its bytes')
  expect(output).toContain('and 2 more')
  expect(output).toContain(join(into, 'missing-files.txt'))
  const list = await readFile(join(into, 'missing-files.txt'), 'utf8')
  expect(list.match(/^files\/.+$/gmu)).toHaveLength(12)
  expect(await readFile(join(into, 'files/images/1/2026-11-18/new.dcm'), 'utf8')).toBe(
    'an image of today',
  )
  expect(existsSync(join(into, 'talus.sqlite'))).toBe(true)
  expect(existsSync(join(into, 'restore-unfinished'))).toBe(false)
  expect(existsSync(join(into, 'files', `${oldKey(11)}.part`))).toBe(false)
})

test('a damaged database advises the older backup, which goes into the same folder', async () => {
  await run(['backup', target])
  const [older = ''] = await readdir(join(target, 'backups'))
  const before = new Set(await listDatabaseObjects())
  const database = new DatabaseSync(join(settings.dataFolder, 'talus.sqlite'))
  database.exec('create table later (text text)')
  database.close()
  await run(['backup', target])
  for (const path of await listDatabaseObjects()) if (!before.has(path)) await rm(path)
  const into = join(folder, 'restored')
  const name = older.replace('.manifest', '')
  await expect(run(['restore', target, '--into', into])).rejects.toThrow(
    `The database of this backup is damaged (it is missing). Restore an older one: add --backup ${name}`,
  )
  expect((await run(['restore', target, '--into', into, '--backup', name])).code).toBe(0)
})

test('a place that disappears during a restore is no damage', async () => {
  await run(['backup', target])
  const into = join(folder, 'restored')
  // The lists are gone, as on a drive that was disconnected after the database was read.
  for (let at = 0; at < 12; at += 1) await rm(findObject(hash(`image ${at}`)))
  const restoring = run(['restore', target, '--into', into])
  await expect.poll(() => existsSync(join(into, 'restore-unfinished')), { interval: 1 }).toBe(true)
  await rename(join(target, 'backups'), join(target, 'away'))
  await expect(restoring).rejects.toThrow('is no longer there')
  await rename(join(target, 'away'), join(target, 'backups'))
  expect((await run(['restore', target, '--into', into])).code).toBe(3)
})

test('a place without a complete backup is no empty list', async () => {
  await run(['backup', target])
  await rm(join(target, 'backups'), { recursive: true })
  await expect(run(['restore', target])).rejects.toThrow('There is no complete backup there yet.')
  await expect(run(['restore'])).rejects.toThrow(/lists the backups there/u)
})

test('a folder with files of any name is refused as a target', async () => {
  await writeFile(join(target, 'Röntgen 2019.JPG'), '')
  await expect(run(['backup', target])).rejects.toThrow('is not empty (Röntgen 2019.JPG)')
  await rm(join(target, 'Röntgen 2019.JPG'))
  // The folders that systems put on each disk are no obstacle.
  await mkdir(join(target, 'System Volume Information'))
  expect((await run(['backup', target])).code).toBe(0)
})

/** Moves the old images to a second store. */
async function moveOldImages() {
  const nas = join(folder, 'nas')
  await mkdir(join(nas, 'images/1'), { recursive: true })
  const { dataFolder } = settings
  const old = 'images/1/2020-01-01'
  await rename(join(dataFolder, 'files', old), join(nas, old))
  const content = { files: 12, bytes: 100, movedOn: new Date().toISOString(), countedOn: null }
  await writeFile(join(nas, 'talus-second-store.id'), 'the nas')
  await writeFile(join(dataFolder, 'second-store.id'), 'the nas')
  await writeFile(join(dataFolder, 'second-store.json'), JSON.stringify(content))
  const secondStore = readSecondStore({
    SECOND_STORE: nas,
    TALUS_DATA: dataFolder,
    S3_REGION: 'us-east-1',
  })
  return {
    secondStore,
    cut: async () => {
      await rename(nas, `${nas}-away`)
      await mkdir(nas)
    },
  }
}

test('a backup without the second store says so, and has everything that can be read', async () => {
  const { secondStore, cut } = await moveOldImages()
  const unset = await run(['backup', target])
  expect(unset.code).toBe(3)
  expect(unset.output).toContain(
    'THIS BACKUP IS INCOMPLETE: 12 files are not in it: they are in a second store, but SECOND_STORE is not set.',
  )
  await cut()
  const away = await run(['backup', target], { secondStore })
  expect(away.code).toBe(3)
  expect(away.output).toContain('12 files are not in it, because the second store')
  const into = join(folder, 'restored')
  const restored = await run(['restore', target, '--into', into])
  expect(restored.code).toBe(3)
  expect(restored.output).toContain('(not in the backup: it could not be read when')
  expect(existsSync(join(into, 'files/images/1/2026-11-18/new.dcm'))).toBe(true)
})

test('files of a second store that is away stay in the backup that has them', async () => {
  const { secondStore, cut } = await moveOldImages()
  expect((await run(['backup', target], { secondStore })).code).toBe(0)
  await cut()
  const { code, output } = await run(['backup', target, '--keep', '1'], { secondStore })
  expect({ code, output }).toMatchObject({ code: 0 })
  expect(output).toContain('12 files could not be read now and stay as a former backup has them.')
  const into = join(folder, 'restored')
  expect((await run(['restore', target, '--into', into])).code).toBe(0)
  expect(await readFile(join(into, 'files', oldKey(3)), 'utf8')).toBe('image 3')
  // All images are in the restored folder, so no second store is missed there.
  expect(existsSync(join(into, 'second-store.json'))).toBe(false)
})
