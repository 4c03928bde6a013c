import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { testEngine } from './testing/database/test-database.ts'
import type { ServerProcess } from './testing/server/server-process.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

/** Servers that share one PostgreSQL can have different roles; SQLite has one server for all. */
describe.runIf(testEngine === 'postgres')('servers with different roles', () => {
  const { start, folder } = setUpServerRuns('file', 'demo data')
  const dataFolders: string[] = []
  let web: ServerProcess

  async function startWithRoles(roles: string) {
    const dataFolder = join(folder(), `server-${dataFolders.length}`)
    dataFolders.push(dataFolder)
    return start({
      TALUS_DATA: dataFolder,
      TALUS_VARIANT: 'cloud',
      TALUS_ROLES: roles,
      DICOM_PORT: '0',
    })
  }

  beforeAll(async () => {
    web = await startWithRoles('web')
  })

  const request = (server: ServerProcess, path: string, init?: RequestInit) =>
    fetch(`${server.address}${path}`, init)
  const postJson = (body: object): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const listMails = async () => {
    const found = dataFolders.map((path) => readdir(join(path, 'mail')).catch(() => []))
    return (await Promise.all(found)).flat().filter((name) => name.endsWith('.eml'))
  }

  test('a server with the role web queues a job, and one with the role worker runs it', async () => {
    const reset = postJson({ username: 'doctor.en' })
    expect((await request(web, '/aws/api/auth/sendreset', reset)).status).toBe(204)
    // Several times the interval at which a worker polls for jobs.
    await sleep(3500)
    expect(await listMails()).toEqual([])
    await startWithRoles('worker')
    await expect.poll(listMails, { timeout: 20_000 }).toHaveLength(1)
  })

  test('a server without the role web answers its health and nothing else', async () => {
    const worker = await startWithRoles('worker')
    const health = await request(worker, '/aws/api/health')
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    const login = postJson({ username: 'admin.en', password: 'Talus-demo-1' })
    expect((await request(web, '/aws/api/auth/login', login)).status).toBe(200)
    for (const [path, init] of [
      ['/aws/api/auth/login', login],
      ['/aws/api/auth/session', {}],
      ['/aws/api/client-error', postJson({ message: 'It broke' })],
      ['/aws/api/docs', {}],
      ['/', {}],
    ] as const) {
      const reply = await request(worker, path, init)
      expect([path, reply.status, await reply.json()]).toMatchObject([
        path,
        404,
        { code: 'route/not-found' },
      ])
    }
    expect(worker.dicomPort).toBe(0)
  })

  test('only a server with the role dicom opens the DICOM ports', async () => {
    expect(web.dicomPort).toBe(0)
    const dicom = await startWithRoles('dicom')
    expect(dicom.dicomPort).toBeGreaterThan(0)
    expect((await request(dicom, '/aws/api/health')).status).toBe(200)
    expect((await request(dicom, '/aws/api/auth/session')).status).toBe(404)
  })
})
