import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Image, ImportLine } from '@talus/contract'
import { expect, test } from 'vitest'
import { createRadiograph, toUid } from '../testing/dicom/dicom-objects.ts'
import { runCommand, startCommand, verifyData } from '../testing/server/server-process.ts'
import type { ServerProcess } from '../testing/server/server-process.ts'
import { setUpServerRuns } from '../testing/server/server-runs.ts'
import { canMount, withDisk } from '../testing/server/small-disk.ts'
import { findBackupCommand } from './backup-command.ts'
import { BackupProblem } from './backup-problem.ts'
import type { BackupSettings } from './run-backup.ts'

/** Backs a running server up, kills backups and restores, and starts from what was restored. */
const runs = setUpServerRuns('file', 'demo data')

interface Client {
  readonly server: ServerProcess
  readonly authorization: string
}

async function signIn(server: ServerProcess): Promise<Client> {
  const response = await fetch(`${server.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin.en', password: 'Talus-demo-1' }),
  })
  return { server, authorization: response.headers.get('authorization') ?? '' }
}

let sent = 0
let studyId: number | undefined
async function store({ server, authorization }: Client, count: number) {
  for (let index = 0; index < count; index += 1) {
    sent += 1
    const response = await fetch(`${server.address}/api/image/import`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/dicom' },
      body: createRadiograph(`backup ${sent}`, {}, { rows: 400, columns: 300, seed: sent }),
    })
    const line = ImportLine.parse(JSON.parse(await response.text()))
    expect(line.outcome).toBe('stored')
    studyId = line.studyId
  }
}

async function listImages({ server, authorization }: Client) {
  const response = await fetch(`${server.address}/api/image?studyId=${studyId}`, {
    headers: { authorization },
  })
  return Image.array().parse(await response.json())
}

const listFiles = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

async function hashImages(dataFolder: string) {
  const folder = join(dataFolder, 'files', 'images')
  const hashes = new Map<string, string>()
  for (const path of await listFiles(folder))
    hashes.set(
      path.slice(folder.length),
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    )
  return hashes
}

/**
 * Runs a command beside the server, in the process of this test: starting one takes a second of
 * processor time. Commands that are killed have a process of their own.
 */
async function runHere(args: readonly string[], dataFolder = runs.folder()) {
  const lines: string[] = []
  const settings: BackupSettings = {
    dataFolder,
    databaseUrl: undefined,
    s3: undefined,
    s3Access: { region: 'us-east-1' },
    backupPassphrase: undefined,
  }
  try {
    const exitCode = await findBackupCommand(args)?.run(settings, (line) => lines.push(line))
    return { exitCode, output: lines.join('\n') }
  } catch (error) {
    if (!(error instanceof BackupProblem)) throw error
    return { exitCode: 1, output: error.message }
  }
}

const runBackup = (target: string, ...options: string[]) => runHere(['backup', target, ...options])
const runRestore = (target: string, into: string, ...options: string[]) =>
  runHere(['restore', target, '--into', into, ...options])

/** Starts a command, and kills it as soon as a folder has this number of files. */
async function killAt(args: readonly string[], folder: string, count: number) {
  const child = startCommand(args, { TALUS_DATA: runs.folder() })
  const exited = once(child, 'exit')
  await expect
    .poll(async () => (await listFiles(folder)).length, { interval: 1 })
    .toBeGreaterThanOrEqual(count)
  child.kill('SIGKILL')
  const [, signal] = (await exited) as [number | null, string | null]
  expect(signal).toBe('SIGKILL')
}

async function createFolder(name: string) {
  const path = await mkdtemp(`${runs.folder()}-${name}-`)
  runs.atEnd(() => rm(path, { recursive: true, force: true }))
  return path
}

test(
  'a running server is backed up, restored into a new folder and started, also after kills',
  { timeout: 180_000 },
  async () => {
    const [target, parent] = [await createFolder('target'), await createFolder('restored')]
    const client = await signIn(await runs.start())
    await store(client, 12)

    // Images arrive while the first backup runs.
    const [first] = await Promise.all([runBackup(target), store(client, 12)])
    expect(first).toMatchObject({ exitCode: 0 })

    // The second one copies only what is new, and finds nothing missing.
    await store(client, 3)
    const objects = await listFiles(join(target, 'objects'))
    const second = await runBackup(target)
    expect(second).toMatchObject({ exitCode: 0 })
    expect(second.output).not.toMatch(/lacks|damaged/u)
    const newFiles = Number(/(?<count>\d+) files were new/u.exec(second.output)?.groups?.['count'])
    expect(newFiles).toBeGreaterThanOrEqual(3)
    expect(newFiles).toBeLessThanOrEqual(15)
    const [older = '', newer = ''] = (await readdir(join(target, 'backups'))).map((name) =>
      name.replace('.manifest', ''),
    )
    const imagesOfSecond = await hashImages(runs.folder())
    expect(imagesOfSecond.size).toBe(sent)

    // A killed backup leaves the former ones whole, and the next run continues.
    await store(client, 40)
    const stored = (await listFiles(join(target, 'objects'))).length
    expect(stored).toBeGreaterThan(objects.length)
    await killAt(['backup', target], join(target, 'objects'), stored + 5)
    expect(await readdir(join(target, 'backups'))).toHaveLength(2)
    expect(await runBackup(target, '--verify')).toMatchObject({ exitCode: 0 })
    const copied = (await listFiles(join(target, 'objects'))).length - stored
    const third = await runBackup(target)
    expect(third).toMatchObject({ exitCode: 0 })
    expect(third.output).toContain('files were new')
    const rest = Number(/(?<count>\d+) files were new/u.exec(third.output)?.groups?.['count'])
    expect(rest).toBeGreaterThan(0)
    expect(rest).toBeLessThanOrEqual(40 - copied + 1)
    const live = await listImages(client)

    // A killed restore is refused by the server, and continues.
    const into = join(parent, 'data')
    await killAt(['restore', target, '--into', into], join(into, 'files'), 5)
    const refused = await runCommand([], { TALUS_DATA: into, PORT: '0' })
    expect(refused).toMatchObject({ exitCode: 1 })
    expect(refused.output).toContain('has not ended. Run npm run restore again; it continues.')
    const wrong = await runRestore(target, into, '--backup', older)
    expect(wrong.output).toContain('holds the unfinished restore of')
    expect(await runRestore(target, into)).toMatchObject({ exitCode: 0 })

    // Every image is there, byte by byte and record by record.
    expect(await hashImages(into)).toEqual(await hashImages(runs.folder()))
    expect(await verifyData({ TALUS_DATA: into })).toMatchObject({ isWell: true })
    await client.server.stop()
    const restored = await signIn(await runs.start({ TALUS_DATA: into }))
    expect(await listImages(restored)).toEqual(live)
    expect(new Set(live.map(({ sopInstanceUID }) => sopInstanceUID))).toEqual(
      new Set(Array.from({ length: sent }, (_, index) => toUid(`image backup ${index + 1}`))),
    )
    await restored.server.kill()

    // An older backup is restored as it was, and the restored folder is backed up further, also
    // after its server was killed.
    const before = join(parent, 'before')
    await runRestore(target, before, '--backup', newer)
    expect(await hashImages(before)).toEqual(imagesOfSecond)
    const next = await runHere(['backup', target], into)
    expect(next.output).toContain('; 0 files were new')
  },
)

/** Runs a command with a small disk at a folder; `ro` makes it read-only. */
const runOn = (folder: string, options: string, args: readonly string[]) =>
  runCommand(args, { TALUS_DATA: runs.folder() }, withDisk(folder, options))

test.runIf(canMount)(
  'a full and a read-only disk end a backup with a sentence (needs unshare and the right to mount)',
  async () => {
    const target = await createFolder('small')
    const full = await runOn(target, 'size=1m', ['backup', target])
    expect(full).toMatchObject({ exitCode: 1 })
    expect(full.output.trim()).toBe('The backup stopped: disk full. Former backups are whole.')
    const readOnly = await runOn(target, 'size=1m,ro', ['backup', target])
    expect(readOnly).toMatchObject({ exitCode: 1 })
    expect(readOnly.output.trim()).toMatch(/^The backup stopped: disk is read-only\./u)
  },
)

test.runIf(canMount)(
  'a restore onto a disk that is too small or read-only is refused before it writes (needs unshare and the right to mount)',
  async () => {
    const [target, disk] = [await createFolder('source'), await createFolder('disk')]
    expect(await runBackup(target)).toMatchObject({ exitCode: 0 })
    const into = join(disk, 'data')
    const restore = (options: string) => runOn(disk, options, ['restore', target, '--into', into])
    const small = await restore('size=1m')
    expect(small).toMatchObject({ exitCode: 1 })
    expect(small.output.trim()).toMatch(
      /^The restore needs [\d.]+ [KMG]B, and the disk of \S+ has [\d.]+ [KMG]B free\. Choose a folder on a larger disk\.$/u,
    )
    const readOnly = await restore('size=100m,ro')
    expect(readOnly).toMatchObject({ exitCode: 1 })
    expect(readOnly.output.trim()).toBe(
      `Nothing can be restored into ${into}: the disk of ${disk} is read-only.`,
    )
    expect(await restore('size=500m')).toMatchObject({ exitCode: 0 })
  },
)
