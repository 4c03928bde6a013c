import { createHash, randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { startS3Server } from '../testing/network/s3-server.ts'
import { findBackupCommand } from './backup-command.ts'
import type { BackupSettings } from './run-backup.ts'

/** Runs the commands on a small data folder; backup-of-server.sqlite.test.ts has a real server. */
let folder: string
let dataFolder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-backup-'))
  dataFolder = join(folder, 'data')
  const database = await openDatabase({ databaseUrl: undefined, dataFolder })
  await database.close()
  for (const [path, text] of [
    ['files/images/1/2026-11-18/a.dcm', 'image a '.repeat(20_000)],
    ['files/images/1/2026-11-18/b.dcm', 'image b'],
    ['files/reports/1/c.pdf', ''],
    ['files/thumbnails/aa/t.jpg', 'made again'],
    ['files/slices/aa/s.bin', 'made again'],
    ['secret.key', 'the secret key'],
    ['bridge/spool/0.frame', 'an exposure'],
    ['bridge/drop/general/IMG 1.TIF', 'upper case'],
    ['bridge/bridge.log', 'no'],
    ['server.lock', 'no'],
  ] as const)
    await writeInto(dataFolder, path, text)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function writeInto(below: string, path: string, text: string) {
  await mkdir(join(below, path, '..'), { recursive: true })
  await writeFile(join(below, path), text)
}

const passphrase = 'correct horse battery staple'

async function run(args: readonly string[], settings: Partial<BackupSettings> = {}) {
  const lines: string[] = []
  const whole: BackupSettings = {
    dataFolder,
    databaseUrl: undefined,
    s3: undefined,
    s3Access: { region: 'us-east-1' },
    backupPassphrase: undefined,
    ...settings,
  }
  await findBackupCommand(args)?.run(whole, (line) => lines.push(line))
  return lines.join('\n')
}

const createTarget = (name: string) => mkdtemp(join(folder, `${name}-`))
/** A folder that does not exist yet. */
const nameFolder = (name: string) => join(folder, `${name}-${randomUUID()}`)

const listFiles = async (below: string) =>
  (await readdir(below, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()

/** The content of every file below a folder, without the database. */
async function readAll(below: string) {
  const paths = (await listFiles(below)).filter((path) => !/talus\.sqlite|server\.lock/u.test(path))
  const contents = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  return new Map(paths.map((path, index) => [path.slice(below.length + 1), contents[index]]))
}

const restoredPaths = [
  'bridge/drop/general/IMG 1.TIF',
  'bridge/spool/0.frame',
  'files/images/1/2026-11-18/a.dcm',
  'files/images/1/2026-11-18/b.dcm',
  'files/reports/1/c.pdf',
  'installation.id',
  'secret.key',
]

async function expectWhole(restored: string) {
  const [found, expected] = [await readAll(restored), await readAll(dataFolder)]
  // The first start reads it and notes the restore in the audit trail.
  expect(found.delete('restored.json')).toBe(true)
  expect([...found.keys()]).toEqual(restoredPaths)
  for (const path of restoredPaths) expect(found.get(path)).toBe(expected.get(path))
  const database = new DatabaseSync(join(restored, 'talus.sqlite'), { readOnly: true })
  expect(database.prepare('select count(*) as n from kysely_migration').get()?.['n']).toBeTruthy()
  database.close()
}

describe.each([undefined, passphrase])('a backup with the passphrase %s', (backupPassphrase) => {
  const name = backupPassphrase === undefined ? 'plain' : 'encrypted'
  const settings = { backupPassphrase }

  test('is restored whole, and leaves out what the server makes again', async () => {
    const target = await createTarget(name)
    expect(await run(['backup', target], settings)).toContain('7 files and the database; 7 files')
    const restored = nameFolder('restored')
    await run(['restore', target, '--into', restored], settings)
    await expectWhole(restored)
    const bytes = await Promise.all((await listFiles(target)).map((path) => readFile(path)))
    const isReadable = bytes.some((one) => one.includes('image a') || one.includes('SQLite format'))
    expect(isReadable).toBe(backupPassphrase === undefined)
  })

  test('shows a flipped byte, and the next backup writes the object again', async () => {
    const target = await createTarget(`flipped-${name}`)
    await run(['backup', target], settings)
    const objects = (await listFiles(target)).filter((path) => path.includes('/objects/'))
    for (const path of objects) {
      const bytes = await readFile(path)
      const middle = bytes.length >> 1
      if (bytes.length === 0) continue
      bytes[middle] = (bytes[middle] ?? 0) ^ 1
      await writeFile(path, bytes)
    }
    const into = nameFolder('never')
    await expect(run(['restore', target, '--into', into], settings)).rejects.toThrow(/is damaged/u)
    if (backupPassphrase !== undefined) return
    const verify = run(['backup', target, '--verify'], settings)
    // The empty object has no byte to flip.
    await expect(verify).rejects.toThrow(
      `${objects.length - 1} of ${objects.length} stored objects`,
    )
    await run(['backup', target], settings)
    expect(await run(['backup', target, '--verify'], settings)).toContain('2 backups')
  })
})

test('a wrong or missing passphrase is refused with a sentence, and nothing is written', async () => {
  const target = await createTarget('passphrases')
  await run(['backup', target], { backupPassphrase: passphrase })
  const before = await listFiles(target)
  const wrong = { backupPassphrase: 'another passphrase' }
  const into = join(folder, 'nowhere')
  for (const args of [
    ['backup', target],
    ['restore', target, '--into', into],
  ]) {
    await expect(run(args, wrong)).rejects.toThrow('The passphrase is not the one')
    await expect(run(args)).rejects.toThrow('is encrypted: set BACKUP_PASSPHRASE')
  }
  expect(await listFiles(target)).toEqual(before)
  expect(await readdir(folder)).not.toContain('nowhere')
})

test('a second backup copies nothing, and a restore refuses a folder with content', async () => {
  const target = await createTarget('twice')
  await run(['backup', target])
  expect(await run(['backup', target])).toContain('0 files were new, 0.0 MB')
  expect(await run(['backup', target, '--verify'])).toMatch(/^2 backups .* whole\.$/u)
  const before = await readAll(dataFolder)
  const into = nameFolder('used-data')
  await run(['restore', target, '--into', into])
  await expect(run(['restore', target, '--into', into])).rejects.toThrow(
    'is not empty. Restore into a new folder.',
  )
  expect(await readAll(dataFolder)).toEqual(before)
})

test('only the newest backups stay, and files that only older ones had are removed', async () => {
  const target = await createTarget('kept')
  const extra = 'files/images/1/2026-11-18/later.dcm'
  const object = createHash('sha256').update('only once').digest('hex')
  const hasObject = async () =>
    (await listFiles(target)).some((path) => path.includes(`/objects/`) && path.includes(object))
  await writeInto(dataFolder, extra, 'only once')
  await run(['backup', target])
  await rm(join(dataFolder, extra))
  await run(['backup', target, '--keep', '2'])
  expect(await hasObject()).toBe(true)
  expect(await run(['backup', target, '--keep', '2'])).toContain('Removed older backups: 1')
  expect(await hasObject()).toBe(false)
  expect(await run(['restore', target])).toMatch(/:\n {2}\S+\n {2}\S+$/u)
  expect(await run(['backup', target, '--verify'])).toContain('2 backups')
})

test('a target that cannot be used is refused with one sentence', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  const used = await createTarget('used')
  await writeFile(join(used, 'holiday.jpg'), '')
  const foreign = await createTarget('foreign')
  await run(['backup', foreign])
  const other = nameFolder('other-data')
  await cp(dataFolder, other, { recursive: true })
  await rm(join(other, 'installation.id'))
  for (const [target, sentence] of [
    [join(folder, 'missing'), 'does not exist. Is the drive connected?'],
    [file, 'is not a folder.'],
    [used, 'is not empty (holiday.jpg) and holds no backup'],
    [join(dataFolder, 'bridge'), 'contain each other'],
    [folder, 'contain each other'],
    ['ftp://nas/backup', 'a target is a folder or s3://bucket/prefix'],
  ] as const)
    await expect(run(['backup', target])).rejects.toThrow(sentence)
  await expect(run(['backup', foreign], { dataFolder: other })).rejects.toThrow('another Talus')
  await expect(run(['backup', foreign], { backupPassphrase: passphrase })).rejects.toThrow(
    'are not encrypted',
  )
  await expect(run(['backup'])).rejects.toThrow('npm run backup -- <folder')
  await expect(run(['backup', foreign, '--wrong'])).rejects.toThrow('npm run backup -- <folder')
  await expect(run(['restore', used, '--into', other])).rejects.toThrow('There is no backup in')
  await expect(run(['backup', foreign], { databaseUrl: 'postgres://x/y' })).rejects.toThrow(
    'docs/operations.md',
  )
})

test('a bucket is a target too', async () => {
  const { settings, close } = await startS3Server()
  try {
    const s3Access = { s3Access: settings }
    const target = `s3://${settings.bucket}/clinic`
    expect(await run(['backup', target], s3Access)).toContain('7 files were new')
    expect(await run(['backup', target], s3Access)).toContain('0 files were new')
    const restored = nameFolder('restored')
    await run(['restore', target, '--into', restored], s3Access)
    await expectWhole(restored)
    await expect(run(['backup', 's3://no-such-bucket'], s3Access)).rejects.toThrow('has no bucket')
    const own = { ...s3Access, s3: settings }
    await expect(run(['backup', target], own)).rejects.toThrow('holds the images themselves')
  } finally {
    await close()
  }
})
