import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
})
