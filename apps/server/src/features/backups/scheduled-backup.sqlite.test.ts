import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BackupRun, BackupStatus } from '@talus/contract'
import { expect, test } from 'vitest'
import { createRadiograph } from '../../testing/dicom/dicom-objects.ts'
import { runCommand } from '../../testing/server/server-process.ts'
import type { ServerProcess } from '../../testing/server/server-process.ts'
import { setUpServerRuns } from '../../testing/server/server-runs.ts'

/** The schedule of a real server, which is killed in the middle of its backup. */
const runs = setUpServerRuns('test', 'demo data')
const patiently = { timeout: 60_000, interval: 20 }

async function signIn(server: ServerProcess, username: string) {
  const response = await fetch(`${server.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'Talus-demo-1' }),
  })
  const authorization = response.headers.get('authorization') ?? ''
  return async (method: string, path: string, body?: object | Buffer) => {
    const isBytes = Buffer.isBuffer(body)
    const reply = await fetch(`${server.address}/api/${path}`, {
      method,
      headers: {
        authorization,
        ...(body && { 'content-type': isBytes ? 'application/dicom' : 'application/json' }),
      },
      ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const text = await reply.text()
    expect([path, reply.status < 300, text.slice(0, 200)]).toEqual([path, true, expect.anything()])
    return text
  }
}

const countFiles = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])).filter(
    (entry) => entry.isFile(),
  ).length

/** Changes the database of a server that has stopped. */
function makeDue() {
  const database = new DatabaseSync(join(runs.folder(), 'talus.sqlite'))
  database.exec(`update "backupPlan" set "scheduledSince" = '2020-01-01T00:00:00.000Z'`)
  database.close()
}

test(
  'a missed backup runs after the start, and a server killed in the middle continues it',
  { timeout: 120_000 },
  async () => {
    const target = await mkdtemp(`${runs.folder()}-target-`)
    runs.atEnd(() => rm(target, { recursive: true, force: true }))
    const first = await runs.start()
    const asAdmin = await signIn(first, 'admin.en')
    for (let seed = 1; seed <= 60; seed += 1)
      await asAdmin(
        'POST',
        'image/import',
        createRadiograph(`scheduled ${seed}`, {}, { rows: 300, columns: 200, seed }),
      )
    const plan = { target: 'folder', folder: target, schedule: 'daily', timeZone: 'UTC' }
    await (
      await signIn(first, 'root')
    )('PUT', 'backup/settings', plan)
    await first.stop()

    makeDue()
    const second = await runs.start()
    const objects = join(target, 'objects')
    await expect.poll(() => countFiles(objects), { ...patiently, interval: 1 }).toBeGreaterThan(3)
    await second.kill()
    // The process of the backup ends with its server.
    await expect
      .poll(async () => {
        const before = await countFiles(objects)
        await new Promise((resolve) => setTimeout(resolve, 300))
        return (await countFiles(objects)) - before
      }, patiently)
      .toBe(0)
    expect(await readdir(join(target, 'backups')).catch(() => [])).toEqual([])
    const copied = await countFiles(objects)

    const third = await runs.start()
    const asRoot = await signIn(third, 'root')
    const readStatus = async () =>
      BackupStatus.parse(JSON.parse(await asRoot('GET', 'backup/status')))
    await expect.poll(async () => (await readStatus()).lastRun?.state, patiently).toBe('done')
    const [done, interrupted, ...others] = BackupRun.array().parse(
      JSON.parse(await asRoot('GET', 'backup/run')),
    )
    expect(others).toEqual([])
    expect([done?.state, interrupted?.state]).toEqual(['done', 'interrupted'])
    expect(done?.newFiles).toBeLessThanOrEqual((done?.fileCount ?? 0) - copied + 8)
    expect((await readStatus()).warnings.filter((one) => !one.includes('disk'))).toEqual([])
    expect(await readdir(join(target, 'backups'))).toHaveLength(1)
    const verify = await runCommand(['backup', target, '--verify'], { TALUS_DATA: runs.folder() })
    expect(verify).toMatchObject({ exitCode: 0 })
  },
)
