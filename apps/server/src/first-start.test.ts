import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testEngine } from './testing/database/test-database.ts'
import { runCommand } from './testing/server/server-process.ts'
import type { ServerProcess } from './testing/server/server-process.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

const { start, folder, database, atEnd } = setUpServerRuns()

const readPassword = (output: string) => /with the password (\w+)/u.exec(output)?.[1] ?? ''

const signIn = async (server: ServerProcess, password: string, api = 'api') => {
  const reply = await fetch(`${server.address}/${api}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'root', password }),
  })
  return {
    status: reply.status,
    token: reply.headers.get('authorization')?.replace('Bearer ', '') ?? '',
  }
}

test('a start that fails because its port is taken does not use up the first password', async () => {
  const other = createServer()
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  atEnd(async () => void other.close())
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await expect(start({ TALUS_DEMO: '0', PORT: String(port) })).rejects.toThrow(/EADDRINUSE/u)
  const server = await start({ TALUS_DEMO: '0' })
  expect((await signIn(server, readPassword(server.output()))).status).toBe(200)
})

test('a new password for root can be created on the computer of the server while it runs', async () => {
  const server = await start({ TALUS_DEMO: '0' })
  const before = readPassword(server.output())
  const { token } = await signIn(server, before)
  const environment = { TALUS_DATA: folder(), TALUS_DEMO: '0', ...database().environment }
  const unknown = await runCommand(['reset-password', 'nobody'], environment)
  expect(unknown).toEqual({ exitCode: 1, output: expect.stringContaining('no user nobody') })
  const { exitCode, output } = await runCommand(['reset-password', 'Root'], environment)
  expect(exitCode).toBe(0)
  expect((await signIn(server, before)).status).toBe(401)
  const session = await fetch(`${server.address}/api/auth/session`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(session.status).toBe(401)
  const renewed = await signIn(server, readPassword(output))
  expect(renewed.status).toBe(200)
  const audit = await fetch(`${server.address}/api/audit?kind=user`, {
    headers: { authorization: `Bearer ${renewed.token}` },
  })
  expect(await audit.text()).toContain('user.reset-password')
})

describe.runIf(testEngine === 'postgres')('two servers on one empty database', () => {
  test('both start, and exactly one shows the password of root', { timeout: 180_000 }, async () => {
    const settings = { TALUS_VARIANT: 'cloud', TALUS_DEMO: '0' }
    const servers = await Promise.all(
      ['one', 'two', 'three'].map((name) =>
        start({ ...settings, TALUS_DATA: join(folder(), name) }),
      ),
    )
    const passwords = servers.map(({ output }) => readPassword(output())).filter(Boolean)
    expect(passwords).toHaveLength(1)
    for (const server of servers)
      expect((await signIn(server, passwords[0] ?? '', 'aws/api')).status).toBe(200)
  })
})
