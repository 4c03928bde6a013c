import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Image, ImportLine } from '@talus/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { hasDcmtk, noDcmtk } from './testing/dicom/dcmtk.ts'
import { createRadiograph, toUid } from './testing/dicom/dicom-objects.ts'
import { createZip } from './testing/images/create-zip.ts'
import { runProgram } from './testing/network/run-program.ts'
import { verifyData } from './testing/server/server-process.ts'
import type { ServerProcess } from './testing/server/server-process.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

/** A storage acknowledged over DICOM survives a kill of the server. */
vi.setConfig({ testTimeout: 180_000 })

const runs = setUpServerRuns('test', 'demo data')
beforeEach(({ skip }) => skip(!hasDcmtk, noDcmtk))

const data = () => join(runs.folder(), 'data')
const environment = () => ({ TALUS_DATA: data(), ...runs.database().environment })
const start = (through?: readonly string[]) =>
  runs.start({ TALUS_DATA: data(), LOG_LEVEL: 'silent', DICOM_PORT: '0' }, through)

async function write(names: readonly string[], rows: number): Promise<string[]> {
  await mkdir(join(runs.folder(), 'peer'), { recursive: true })
  const paths: string[] = []
  for (const [seed, name] of names.entries()) {
    const path = join(runs.folder(), 'peer', `${name}.dcm`)
    await writeFile(path, createRadiograph(name, {}, { rows, columns: 500, seed }))
    paths.push(path)
  }
  return paths
}

/**
 * Sends files with storescu; returns the names that its log reports as acknowledged, and counts
 * them as they come.
 */
async function send(
  server: ServerProcess,
  paths: readonly string[],
  onAcknowledged?: (count: number) => void,
) {
  const titles = ['-aec', 'TALUS_EN', '-aet', 'CR_ROOM']
  const args = ['-v', ...titles, '--no-halt', '127.0.0.1', String(server.dicomPort), ...paths]
  const child = spawn('storescu', args, { env: { ...process.env, TCP_NODELAY: '1' } })
  const closed = once(child, 'close')
  let output = ''
  const acknowledged = () => output.split('Received Store Response (Success)').length - 1
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      output += bytes.toString()
      onAcknowledged?.(acknowledged())
    })
  await closed
  const names: string[] = []
  let last = ''
  for (const line of output.split('\n')) {
    last = /Sending file: .*\/(.+)\.dcm/u.exec(line)?.[1] ?? last
    if (line.includes('Received Store Response (Success)')) names.push(last)
  }
  return { acknowledged: names, output }
}

async function signIn(server: ServerProcess, username = 'admin.en'): Promise<string> {
  const signed = await fetch(`${server.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'Talus-demo-1' }),
  })
  return signed.headers.get('authorization') ?? ''
}

/** The audit trail of received images as text, with all their UIDs. */
async function readReceipts(server: ServerProcess): Promise<string> {
  const headers = { authorization: await signIn(server, 'root') }
  const url = `${server.address}/api/audit?action=image.receive&size=100`
  return (await fetch(url, { headers })).text()
}

/** The SOP Instance UIDs that the clinic has in the study, with duplicates. */
async function listStoredUids(server: ServerProcess): Promise<string[]> {
  const authorization = await signIn(server)
  const imported = await fetch(`${server.address}/api/image/import`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/dicom' },
    body: createRadiograph('by hand'),
  })
  const { studyId } = ImportLine.parse(JSON.parse(await imported.text()))
  const url = `${server.address}/api/image?studyId=${studyId}`
  const images = await (await fetch(url, { headers: { authorization } })).json()
  return Image.array()
    .parse(images)
    .map(({ sopInstanceUID }) => sopInstanceUID)
    .filter((uid) => uid !== toUid('image by hand'))
}

const toUids = (names: Iterable<string>) => [...names].map((name) => toUid(`image ${name}`))

test('a server killed during C-STORE loses no acknowledged image', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `sent ${at}`)
  const paths = await write(names, 400)
  const acknowledged = new Set<string>()
  for (const enough of [1, 9, 25]) {
    const server = await start()
    const sent = await send(server, paths, (count) => {
      if (count >= enough) server.child.kill('SIGKILL')
    })
    for (const name of sent.acknowledged) acknowledged.add(name)
    expect(sent.acknowledged.length).toBeLessThan(names.length)
    await server.kill()
  }
  expect(acknowledged.size).toBeGreaterThan(0)
  const server = await start()
  const stored = new Set(await listStoredUids(server))
  expect(toUids(acknowledged).filter((uid) => !stored.has(uid))).toEqual([])
  const receipts = await readReceipts(server)
  expect(toUids(acknowledged).filter((uid) => !receipts.includes(uid))).toEqual([])
  // After sending again, every image is stored, once.
  expect((await send(server, paths)).acknowledged).toHaveLength(names.length)
  expect((await listStoredUids(server)).toSorted()).toEqual(toUids(names).toSorted())
  await server.kill()
  const { isWell, output } = await verifyData(environment())
  expect([isWell, output]).toEqual([true, expect.stringContaining('Every image has its file')])
})

const mounted = 'mkdir -p "$0" && mount -t tmpfs -o size=4m tmpfs "$0" && exec "$@"'
const canMount =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/mnt']).status ===
  0

test.runIf(canMount)(
  'a full disk is answered with status A700, and images are stored when there is space again',
  async () => {
    const names = Array.from({ length: 8 }, (_, at) => `full ${at}`)
    // One megabyte each.
    const paths = await write(names, 1000)
    const files = join(data(), 'files')
    const server = await start(['unshare', '-rm', 'sh', '-c', mounted, files])
    const first = await send(server, paths)
    expect(first.acknowledged.length).toBeGreaterThan(0)
    expect(first.acknowledged.length).toBeLessThan(names.length)
    expect(first.output).toContain('OutOfResources')
    expect((await listStoredUids(server)).toSorted()).toEqual(toUids(first.acknowledged).toSorted())
    // Inside the server's mount namespace, where the disk is mounted.
    const remount = [
      '-t',
      String(server.child.pid),
      '-m',
      '-U',
      'mount',
      '-o',
      'remount,size=64m',
      files,
    ]
    expect(await runProgram(runs.folder(), 'nsenter', ...remount)).toMatchObject({ code: 0 })
    expect((await send(server, paths)).acknowledged).toHaveLength(names.length)
    expect((await listStoredUids(server)).toSorted()).toEqual(toUids(names).toSorted())
  },
)

test.runIf(canMount)(
  'a zip that fills the disk is answered with 507, and a smaller one is imported',
  async () => {
    const folder = join(data(), 'import')
    const server = await start(['unshare', '-rm', 'sh', '-c', mounted, folder])
    const authorization = await signIn(server)
    const importZip = (name: string, rows: number) =>
      fetch(`${server.address}/api/image/import?name=disc.zip`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/zip' },
        body: createZip([
          { name: `${name}.dcm`, bytes: createRadiograph(name, {}, { rows, columns: 500 }) },
        ]),
      })
    const refused = await importZip('large', 6000)
    expect([refused.status, await refused.json()]).toMatchObject([507, { code: 'storage/full' }])
    expect((await importZip('small', 100)).status).toBe(200)
    expect(await listStoredUids(server)).toContain(toUid('image small'))
  },
)
