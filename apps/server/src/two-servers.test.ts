import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { limits } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from './testing/server/server-process.ts'
import type { ServerProcess } from './testing/server/server-process.ts'
import { createProcessDatabase, testEngine } from './testing/database/test-database.ts'
import type { ProcessDatabase } from './testing/database/test-database.ts'

/**
 * The cloud variant runs on several servers that share one PostgreSQL. A SQLite database is used by
 * one server only; start.sqlite.test.ts tests that a second one refuses to start.
 */
describe.runIf(testEngine === 'postgres')('two servers on one database', () => {
  let database: ProcessDatabase
  const folders: string[] = []
  const servers: ServerProcess[] = []

  beforeAll(async () => {
    database = await createProcessDatabase()
    for (const name of ['one', 'two']) folders.push(await mkdtemp(join(tmpdir(), `talus-${name}-`)))
    // Both start at once on an empty database: one of them creates the tables and the demo.
    servers.push(
      ...(await Promise.all(
        folders.map((folder) =>
          startServer({
            TALUS_DATA: folder,
            TALUS_VARIANT: 'cloud',
            PUBLIC_CALLS_PER_MINUTE: '100000',
            SECRET_KEY: 'one-key-for-both-servers',
            DICOM_TLS_PORT: '0',
            DICOM_BIND: '127.0.0.1',
            ...database.environment,
          }),
        ),
      )),
    )
  }, 180_000)
  afterAll(async () => {
    for (const server of servers) await server.kill()
    await database.remove()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  const call = (which: 0 | 1, path: string, body?: object, token?: string) =>
    fetch(`${servers[which]?.address}/aws/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const signIn = async (which: 0 | 1, username: string, password = 'Talus-demo-1') => {
    const { status, headers } = await call(which, 'auth/login', { username, password })
    return { status, token: headers.get('authorization')?.replace('Bearer ', '') }
  }

  test('a session of one server is valid on the other, and a sign-out ends it on both', async () => {
    const { token } = await signIn(0, 'admin.en')
    expect((await call(1, 'auth/session', undefined, token)).status).toBe(200)
    expect((await call(1, 'auth/logout', {}, token)).status).toBe(204)
    expect((await call(0, 'auth/session', undefined, token)).status).toBe(401)
  })

  test('failed sign-ins are counted across both servers', async () => {
    for (const which of [0, 1, 0, 1, 0] as const)
      expect((await signIn(which, 'staff.fr', 'Wrong-password-1')).status).toBe(401)
    expect((await signIn(1, 'staff.fr')).status).toBe(429)
  })

  test('a mail queued on two servers is sent once', async () => {
    expect((await call(0, 'auth/sendreset', { username: 'doctor.en' })).status).toBe(204)
    const mails = async () =>
      (await Promise.all(folders.map((folder) => readdir(join(folder, 'mail')).catch(() => []))))
        .flat()
        .filter((name) => name.endsWith('.eml'))
    await expect.poll(mails, { timeout: 20_000 }).toHaveLength(1)
    // Both servers have polled for jobs more than once by now.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(await mails()).toHaveLength(1)
  })

  test('both present the same certificate to DICOM systems', async () => {
    const fingerprints = await Promise.all(
      servers.map(async (server) => {
        const port = Number(/with TLS (\d+)/u.exec(server.output())?.[1])
        const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
        await once(socket, 'secureConnect')
        const { fingerprint256 } = socket.getPeerCertificate()
        socket.destroy()
        return fingerprint256
      }),
    )
    expect(fingerprints[0]).toMatch(/^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/u)
    expect(fingerprints[1]).toBe(fingerprints[0])
  })

  test('a server with another SECRET_KEY refuses to start', async () => {
    const settings = { TALUS_DATA: await mkdtemp(join(tmpdir(), 'talus-three-')) }
    folders.push(settings.TALUS_DATA)
    const starting = startServer({
      ...settings,
      TALUS_VARIANT: 'cloud',
      TALUS_DEMO: '0',
      SECRET_KEY: 'the-key-of-another-server',
      DICOM_TLS_PORT: '0',
      DICOM_BIND: '127.0.0.1',
      ...database.environment,
    })
    await expect(starting).rejects.toThrow(/another SECRET_KEY: give all servers the same one/u)
  })

  test('calls without a sign-in are counted on both servers together', async () => {
    // An error report has a limit of its own, which no setting changes.
    const report = { message: 'a fault of a page', page: '/studies' }
    const statuses: number[] = []
    for (let index = 0; index < limits.clientErrorsPerMinute + 2; index += 1)
      statuses.push((await call(index % 2 === 0 ? 0 : 1, 'client-error', report)).status)
    expect(new Set(statuses.slice(0, limits.clientErrorsPerMinute))).toEqual(new Set([204]))
    expect(statuses.slice(limits.clientErrorsPerMinute)).toEqual([429, 429])
  })
})
