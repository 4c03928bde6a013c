import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { describe, expect, test } from 'vitest'
import { testEngine } from './testing/database/test-database.ts'
import { runCommand } from './testing/server/server-process.ts'
import type { ServerProcess } from './testing/server/server-process.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

const { start, folder, database, atEnd } = setUpServerRuns()

const readPassword = (output: string) => /with the password (\w+)/u.exec(output)?.[1] ?? ''
/** The code of the last link that a server or a command has printed. */
const readCode = (output: string) => [...output.matchAll(/setup#([\w-]+)/gu)].at(-1)?.[1] ?? ''

const post = (address: string, path: string, body: unknown) =>
  fetch(`${address}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const signIn = async (server: ServerProcess, username: string, password: string, api = 'api') => {
  const reply = await post(server.address, `${api}/auth/login`, { username, password })
  return {
    status: reply.status,
    token: reply.headers.get('authorization')?.replace('Bearer ', '') ?? '',
  }
}

const createFirst = (username: string, code?: string) => ({
  ...(code !== undefined && { code }),
  clinicData: { name: 'Hillside', address: '1 Main Street', clinicType: 'Veterinary' },
  userData: { username, firstName: 'Ada', lastName: 'Keller', password: 'Fresh-word-7' },
})

const getEnvironment = () => ({ TALUS_DATA: folder(), TALUS_DEMO: '0', ...database().environment })

test('an empty system prints a link and no password, and the same link after a restart', async () => {
  const first = await start({ TALUS_DEMO: '0' })
  const code = readCode(first.output())
  expect(first.output()).toContain(`${first.address}/vue/setup#${code}`)
  expect(first.output()).not.toContain('password')
  expect((await signIn(first, 'root', '')).status).toBe(400)
  await first.stop()
  const second = await start({ TALUS_DEMO: '0' })
  expect(readCode(second.output())).toBe(code)
  expect((await post(second.address, 'api/set-up', createFirst('ada'))).status).toBe(200)
  expect((await signIn(second, 'ada', 'Fresh-word-7')).status).toBe(200)
  await second.stop()
  expect((await start({ TALUS_DEMO: '0' })).output()).not.toContain('setup#')
})

test('a start that fails because its port is taken leaves the set-up open', async () => {
  const other = createServer()
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  atEnd(async () => void other.close())
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await expect(start({ TALUS_DEMO: '0', PORT: String(port) })).rejects.toThrow(/EADDRINUSE/u)
  const server = await start({ TALUS_DEMO: '0' })
  expect((await post(server.address, 'api/set-up', createFirst('ada'))).status).toBe(200)
})

const [network] = Object.values(networkInterfaces())
  .flatMap((all = []) => all)
  .filter(({ family, internal }) => family === 'IPv4' && !internal)

test.skipIf(network === undefined)(
  'a caller at the address of the network needs the code, and loopback does not',
  async () => {
    const port = String(await findFreePort())
    const server = await start({ TALUS_DEMO: '0', HOST: '0.0.0.0', PORT: port })
    const outside = `http://${network?.address}:${port}`
    expect(server.output()).toContain(`${outside}/vue/setup#`)
    const stranger = await post(outside, 'api/set-up', createFirst('stranger'))
    expect([stranger.status, await stranger.json()]).toMatchObject([
      403,
      { code: 'set-up/code-needed' },
    ])
    const code = readCode(server.output())
    expect((await post(outside, 'api/set-up/code', { code })).status).toBe(204)
    const inside = await post(`http://127.0.0.1:${port}`, 'api/set-up', createFirst('ada'))
    expect(inside.status).toBe(200)
    const { token } = await signIn(server, 'ada', 'Fresh-word-7')
    const reply = await fetch(`${outside}/api/set-up/address/own`, {
      headers: { authorization: `Bearer ${token}` },
    })
    // The server has reached itself at the address of the network.
    expect(await reply.json()).toMatchObject({
      isServerLocal: false,
      addresses: expect.arrayContaining([
        { url: `${outside}/vue/`, kind: 'number', answers: true },
      ]),
    })
  },
)

test('a link is renewed on the computer of the server while it runs', async () => {
  const server = await start({ TALUS_DEMO: '0' })
  const before = readCode(server.output())
  const { exitCode, output } = await runCommand(['setup-link'], getEnvironment())
  expect(exitCode).toBe(0)
  const renewed = readCode(output)
  expect(renewed).not.toBe(before)
  expect((await post(server.address, 'api/set-up', createFirst('ada', renewed))).status).toBe(200)
  const late = await runCommand(['setup-link'], getEnvironment())
  expect(late).toEqual({ exitCode: 1, output: expect.stringContaining('has been set up') })
})

test('a script creates root instead of the set-up, and a new password for root later', async () => {
  const server = await start({ TALUS_DEMO: '0' })
  const unknown = await runCommand(['reset-password', 'nobody'], getEnvironment())
  expect(unknown).toEqual({ exitCode: 1, output: expect.stringContaining('no user nobody') })
  const created = await runCommand(['reset-password', 'root'], getEnvironment())
  expect(created.output).not.toContain('second factor')
  const before = readPassword(created.output)
  const { status, token } = await signIn(server, 'root', before)
  expect(status).toBe(200)
  const code = readCode(server.output())
  const late = await post(server.address, 'api/set-up', createFirst('late', code))
  expect([late.status, await late.json()]).toMatchObject([409, { code: 'set-up/done' }])
  const { exitCode, output } = await runCommand(['reset-password', 'Root'], getEnvironment())
  expect(exitCode).toBe(0)
  expect(output).toContain('A second factor stays as it was')
  expect((await signIn(server, 'root', before)).status).toBe(401)
  const session = await fetch(`${server.address}/api/auth/session`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(session.status).toBe(401)
  const renewed = await signIn(server, 'root', readPassword(output))
  expect(renewed.status).toBe(200)
  const audit = await fetch(`${server.address}/api/audit?kind=user`, {
    headers: { authorization: `Bearer ${renewed.token}` },
  })
  expect(await audit.text()).toContain('user.reset-password')
})

test.runIf(testEngine === 'sqlite')(
  'a command on a folder without a database names it and creates nothing',
  { timeout: 60_000 },
  async () => {
    const wrong = join(folder(), 'no such folder')
    for (const args of [
      ['reset-password', 'root'],
      ['setup-link'],
      ['verify'],
      ['verify', '--repair'],
      ['storage'],
      ['backup', folder()],
    ]) {
      const { exitCode, output } = await runCommand(args, { TALUS_DATA: wrong })
      expect([args, exitCode, output]).toEqual([
        args,
        args[0] === 'backup' ? 1 : 78,
        expect.stringContaining(`There is no database in ${wrong}. Is TALUS_DATA right?`),
      ])
      expect(await readdir(folder())).toEqual([])
    }
  },
)

describe.runIf(testEngine === 'postgres')('several servers on one empty database', () => {
  const cloud = { TALUS_VARIANT: 'cloud', TALUS_DEMO: '0' }
  const startThree = (settings: Readonly<Record<string, string>>) =>
    Promise.all(
      ['one', 'two', 'three'].map((name) =>
        start({ ...cloud, ...settings, TALUS_DATA: join(folder(), name) }),
      ),
    )

  test('print the same link, and exactly one call completes it', { timeout: 180_000 }, async () => {
    const servers = await startThree({ SECRET_KEY: 'the key that all servers share' })
    const codes = servers.map(({ output }) => readCode(output()))
    expect([new Set(codes).size, codes[0]]).toEqual([1, expect.stringMatching(/\w/u)])
    const replies = await Promise.all(
      servers.map(({ address }, index) =>
        post(address, 'aws/api/set-up', createFirst(`user.${index}`, codes[0])),
      ),
    )
    const statuses = replies.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const winner = statuses.indexOf(200)
    for (const server of servers) {
      const { status } = await signIn(server, `user.${winner}`, 'Fresh-word-7', 'aws/api')
      expect(status).toBe(200)
    }
  })

  test('with different keys, exactly one prints a link', { timeout: 180_000 }, async () => {
    const servers = await startThree({})
    const codes = servers.map(({ output }) => readCode(output())).filter(Boolean)
    expect(codes).toHaveLength(1)
    for (const { address } of servers)
      expect((await post(address, 'aws/api/set-up/code', { code: codes[0] })).status).toBe(204)
  })
})
