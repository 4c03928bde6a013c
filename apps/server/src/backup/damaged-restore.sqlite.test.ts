import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createRadiograph } from '../testing/dicom/dicom-objects.ts'
import { signInAs } from '../testing/server/demo-client.ts'
import { runCommand, startCommand, verifyData } from '../testing/server/server-process.ts'
import type { ServerProcess } from '../testing/server/server-process.ts'
import { setUpServerRuns } from '../testing/server/server-runs.ts'

/** Restores a backup that has lost images, and works with the restored folder until it is whole. */
const runs = setUpServerRuns('test', 'demo data')
const images = 24
/** By number of the image: its objects are lost in the backup. */
const lost = [3, 11, 19]

const createImage = (at: number) =>
  createRadiograph(`restored ${at}`, {}, { rows: 200, columns: 150, seed: at })

async function createFolder(name: string) {
  const path = await mkdtemp(`${runs.folder()}-${name}-`)
  runs.atEnd(() => rm(path, { recursive: true, force: true }))
  return path
}

/** The images in the order in which they were imported. */
async function importImages(server: ServerProcess) {
  const { importImage } = await signInAs(server, 'staff.en')
  const ids: number[] = []
  for (let at = 0; at < images; at += 1)
    ids.push(Number((await importImage(createImage(at))).imageId))
  return ids
}

function findPaths(dataFolder: string, ids: readonly number[]) {
  const database = new DatabaseSync(join(dataFolder, 'talus.sqlite'), { readOnly: true })
  const find = database.prepare('select "filePath" from "image" where "id" = ?')
  const paths = ids.map((id) => String(find.get(id)?.['filePath']))
  database.close()
  return paths
}

async function removeObject(target: string, path: string) {
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  await rm(join(target, 'objects', hash.slice(0, 2), hash))
}

const countFiles = async (folder: string) =>
  (await readdir(folder, { recursive: true }).catch(() => [])).length

/** Kills a restore as soon as it has written some files. */
async function killRestore(target: string, into: string) {
  const child = startCommand(['restore', target, '--into', into], {})
  const exited = once(child, 'exit')
  await expect
    .poll(() => countFiles(join(into, 'files')), { interval: 1 })
    .toBeGreaterThanOrEqual(6)
  child.kill('SIGKILL')
  expect(((await exited) as unknown[])[1]).toBe('SIGKILL')
}

async function readStatus(server: ServerProcess) {
  const reply = await (await signInAs(server, 'root')).get('backup/status')
  return (await reply.json()) as { missingSinceRestore: number; warnings: string[] }
}

test(
  'a server on a restored folder with missing files names them until they are there again',
  { timeout: 180_000 },
  async () => {
    const [target, parent] = [await createFolder('target'), await createFolder('restored')]
    const former = await runs.start()
    const ids = await importImages(former)
    await former.stop()
    expect(await runCommand(['backup', target], { TALUS_DATA: runs.folder() })).toMatchObject({
      exitCode: 0,
    })
    const whole = join(parent, 'whole')
    await cp(target, whole, { recursive: true })
    const paths = findPaths(runs.folder(), ids)
    const lostPaths = lost.map((at) => paths[at] ?? '')
    for (const path of lostPaths) await removeObject(target, join(runs.folder(), 'files', path))

    // The restore is killed, and the unfinished folder is refused; the next one continues.
    const into = join(parent, 'data')
    await killRestore(target, into)
    const refused = await runCommand([], { TALUS_DATA: into, PORT: '0' })
    expect(refused).toMatchObject({ exitCode: 1 })
    expect(refused.output).toContain('has not ended. Run npm run restore again; it continues.')
    const restored = await runCommand(['restore', target, '--into', into], {})
    expect(restored).toMatchObject({ exitCode: 3 })
    expect(restored.output).toContain('3 FILES ARE MISSING. Everything else is restored')
    const list = join(into, 'missing-files.txt')
    const named = (await readFile(list, 'utf8')).match(/^files\/\S+/gmu)
    expect(named?.toSorted()).toEqual(lostPaths.map((path) => `files/${path}`).toSorted())

    const server = await runs.start({ TALUS_DATA: into })
    const status = await readStatus(server)
    expect(status.missingSinceRestore).toBe(lost.length)
    expect(status.warnings).toContain('restored-without-files')
    const vet = await signInAs(server, 'staff.en')
    const read = async (at: number) => {
      const reply = await vet.get(`image/${ids[at]}/pixels`)
      return reply.ok ? 'shown' : ((await reply.json()) as { code: string }).code
    }
    for (const [at] of ids.entries())
      expect([at, await read(at)]).toEqual([at, lost.includes(at) ? 'image/missing' : 'shown'])

    // One image is sent again, and one is copied from a backup that still has it.
    const [first = 0, second = 0, third = 0] = lost
    await vet.importImage(createImage(first))
    expect(await read(first)).toBe('shown')
    const older = join(parent, 'older')
    await runCommand(['restore', whole, '--into', older], {})
    const copyBack = (at: number) =>
      cp(join(older, 'files', paths[at] ?? ''), join(into, 'files', paths[at] ?? ''))
    await copyBack(second)
    expect(await read(second)).toBe('shown')
    // The number is counted once a minute, and anew at a start.
    await server.kill()
    const next = await runs.start({ TALUS_DATA: into })
    expect(await readStatus(next)).toMatchObject({ missingSinceRestore: 1 })
    await copyBack(third)
    await next.stop()
    const last = await runs.start({ TALUS_DATA: into })
    const ended = await readStatus(last)
    expect(ended.missingSinceRestore).toBe(0)
    expect(ended.warnings).not.toContain('restored-without-files')
    expect(existsSync(list)).toBe(false)
    await last.stop()
    expect(await verifyData({ TALUS_DATA: into })).toMatchObject({ isWell: true })
  },
)
