import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { ImportLine } from '@talus/contract'
import { expect, test } from 'vitest'
import { createRadiograph } from './testing/dicom/dicom-objects.ts'
import { runCommand, startCommand, verifyData } from './testing/server/server-process.ts'
import type { ServerProcess } from './testing/server/server-process.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

/** Compressing and moving images is killed at many moments, and no image suffers. */
const runs = setUpServerRuns('test', 'demo data')
const images = 5
const pixels = Uint16Array.from({ length: 900 * 900 }, (_, at) => (at % 900) + at / 900)

async function signIn({ address }: ServerProcess): Promise<string> {
  const reply = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'staff.en', password: 'Talus-demo-1' }),
  })
  return reply.headers.get('authorization') ?? ''
}

async function importImages(server: ServerProcess): Promise<number[]> {
  const authorization = await signIn(server)
  const ids: number[] = []
  for (let at = 0; at < images; at += 1) {
    const body = createRadiograph(`long ${at}`, {}, { rows: 900, columns: 900, pixels, seed: at })
    const headers = { authorization, 'content-type': 'application/dicom' }
    const reply = await fetch(`${server.address}/api/image/import`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    })
    ids.push(Number(ImportLine.parse(JSON.parse(await reply.text())).imageId))
  }
  return ids
}

/** Gives the images the age of years, as if this were a later day. */
async function makeOld(folder: string): Promise<void> {
  const database = new DatabaseSync(join(folder, 'talus.sqlite'))
  const rows = database.prepare('select "id", "filePath" from "image"').all()
  for (const { id, filePath } of rows) {
    const oldPath = String(filePath).replace(/\d{4}-\d{2}-\d{2}/u, '2020-01-01')
    await mkdir(dirname(join(folder, 'files', oldPath)), { recursive: true })
    await rename(join(folder, 'files', String(filePath)), join(folder, 'files', oldPath))
    database.prepare('update "image" set "filePath" = ? where "id" = ?').run(oldPath, id ?? null)
  }
  database.close()
}

test('SIGKILL at any moment loses no image', { timeout: 180_000 }, async () => {
  const second = await mkdtemp(join(tmpdir(), 'talus-second-'))
  runs.atEnd(() => rm(second, { recursive: true, force: true }))
  const settings = {
    COMPRESS_AFTER_DAYS: '0',
    SECOND_STORE: second,
    SECOND_STORE_MONTHS: '1',
  }
  const environment = { TALUS_DATA: runs.folder(), ...settings }
  const before = await runs.start(settings)
  const ids = await importImages(before)
  await before.stop()
  await makeOld(runs.folder())

  for (const ms of [400, 700, 1100]) {
    const child = startCommand(['storage'], environment)
    await sleep(ms)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  // The records and both stores agree after the deaths.
  const { isWell, output: found } = await verifyData(environment)
  expect({ isWell, found }).toMatchObject({ isWell: true })
  // A start removes what the dead ones have left.
  await (await runs.start(settings)).stop()
  const { exitCode, output } = await runCommand(['storage'], environment)
  expect({ exitCode, output }).toMatchObject({ exitCode: 0 })
  // A repair looks at the newest files too, which a running server may be receiving otherwise.
  const repaired = await runCommand(['verify', '--repair'], environment)
  expect(repaired).toMatchObject({ exitCode: 0 })
  expect(repaired.output).not.toContain('without a record')

  const after = await runs.start(settings)
  const authorization = await signIn(after)
  for (const id of ids) {
    const reply = await fetch(`${after.address}/api/image/${id}/pixels`, {
      headers: { authorization },
    })
    expect(reply.status).toBe(200)
  }
  const database = new DatabaseSync(join(runs.folder(), 'talus.sqlite'), { readOnly: true })
  const states = database.prepare('select "state" from "imageCompression"').all()
  database.close()
  expect(states.map(({ state }) => state)).toEqual(Array(images).fill('done'))
})
