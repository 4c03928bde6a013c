import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ServerProcess } from './testing/server/server-process.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

/** Runs the real server process: started, killed, started again. */
const runs = setUpServerRuns('test', 'demo data')
const { start } = runs

const post = (server: ServerProcess, path: string, body: object, token?: string) =>
  fetch(`${server.address}/api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })

async function signIn(server: ServerProcess, username: string, password = 'Talus-demo-1') {
  const response = await post(server, 'auth/login', { username, password })
  return response.headers.get('authorization')?.replace('Bearer ', '')
}

/** On the first start the server prints its address and the demo sign-ins. */
function expectDemoSignIns(server: ServerProcess) {
  const output = server.output()
  expect(output).toContain(`Talus is ready: ${server.address}/vue/`)
  expect(output).toContain('Demo sign-ins, password Talus-demo-1:')
  for (const name of ['root', 'super', 'contract', 'admin.en', 'staff.fr', 'rad1'])
    expect(output).toMatch(new RegExp(`[ ,]${name}(?:,|\\n)`, 'u'))
}

const isSignedIn = async (server: ServerProcess, token: string) =>
  (
    await fetch(`${server.address}/api/auth/session`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status === 200

test(
  'acknowledged sign-ins, sign-outs and reset requests survive SIGKILL during writes',
  { timeout: 180_000 },
  async () => {
    const signedIn = new Set<string>()
    const signedOut = new Set<string>()
    let resets = 0
    let signIns = 0
    for (let round = 0; round < 4; round += 1) {
      const server = await start()
      let isAlive = true
      const work = async (username: string) => {
        while (isAlive) {
          const token = await signIn(server, username)
          if (token === undefined) continue
          signIns += 1
          if (signIns % 3 > 0) {
            signedIn.add(token)
            continue
          }
          const response = await post(server, 'auth/logout', {}, token)
          if (response.status === 204) signedOut.add(token)
        }
      }
      const requestResets = async () => {
        while (isAlive) {
          const response = await post(server, 'auth/sendreset', { username: `nobody.${resets}` })
          if (response.status === 204) resets += 1
        }
      }
      const users = ['admin.en', 'staff.fr', 'rad1'].map(work)
      const all = Promise.allSettled([...users, requestResets()])
      const before = signedIn.size
      await expect
        .poll(() => signedIn.size, { timeout: 20_000, interval: 5 })
        .toBeGreaterThan(before + 4)
      await new Promise((resolve) => setTimeout(resolve, round * 37))
      await server.kill()
      isAlive = false
      await all
    }
    const server = await start()
    expect(signedIn.size).toBeGreaterThanOrEqual(20)
    for (const token of signedIn) expect(await isSignedIn(server, token)).toBe(true)
    for (const token of signedOut) expect(await isSignedIn(server, token)).toBe(false)
    expect(
      await runs.database().countJobs('auth.send-reset', runs.folder()),
    ).toBeGreaterThanOrEqual(resets)
  },
)

test('a reset link requested just before SIGKILL is still sent', { timeout: 180_000 }, async () => {
  const first = await start()
  expectDemoSignIns(first)
  expect((await post(first, 'auth/sendreset', { username: 'admin.en' })).status).toBe(204)
  await first.kill()
  await start()
  const mail = join(runs.folder(), 'mail')
  await expect
    .poll(
      async () =>
        (await readdir(mail).catch(() => [])).filter((name) => name.endsWith('.eml')).length,
      {
        timeout: 45_000,
      },
    )
    .toBeGreaterThanOrEqual(1)
  const [file] = await readdir(mail)
  expect(await readFile(join(mail, file ?? ''), 'utf8')).toContain('resetpassword/')
})

describe('an empty system', () => {
  const { start, folder } = setUpServerRuns()

  test.skipIf(process.platform === 'win32')(
    'a data folder that other users could read is private after the start',
    { timeout: 180_000 },
    async () => {
      await chmod(folder(), 0o755)
      await writeFile(join(folder(), 'old.sqlite'), '', { mode: 0o644 })
      await start({ TALUS_DEMO: '0' })
      const names = ['', ...(await readdir(folder()))]
      const modes = await Promise.all(
        names.map(async (name) => ((await stat(join(folder(), name))).mode & 0o077) === 0),
      )
      expect(names.filter((_name, index) => !modes[index])).toEqual([])
      expect(names).toContain('secret.key')
    },
  )
})
