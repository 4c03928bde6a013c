import { once } from 'node:events'
import { expect, test } from 'vitest'
import { errorListener } from './testing/error-listener.ts'
import { serverRuns } from './testing/server-runs.ts'

/** What the settings and the data folder decide when the server starts, whatever the database. */
const { start } = serverRuns()

test('a second server on the same data folder refuses to start', { timeout: 30_000 }, async () => {
  await start({ TALUS_DEMO: '0' })
  await expect(start()).rejects.toThrow(/Another Talus server/u)
})

test('demo sign-ins do not go on a network by accident', async () => {
  await expect(start({ HOST: '0.0.0.0' })).rejects.toThrow(/TALUS_DEMO/u)
})

test('settings that make no sense are all named at once', async () => {
  const refused = start({ PORT: 'many', TALUS_VARIANT: 'orbital' })
  await expect(refused).rejects.toThrow(/PORT[\s\S]*TALUS_VARIANT/u)
})

test('the cloud variant serves its API below /aws/api/ and has no local routes', async () => {
  const server = await start({ TALUS_VARIANT: 'cloud', TALUS_DEMO: '0' })
  expect((await fetch(`${server.address}/aws/api/health`)).status).toBe(200)
  const elsewhere = await fetch(`${server.address}/api/health`)
  expect(await elsewhere.text()).not.toContain('"ok"')
  const local = await fetch(`${server.address}/aws/api/sensor/local`)
  expect([local.status, await local.json()]).toMatchObject([404, { code: 'route/not-found' }])
  for (const path of ['owner', 'patient']) {
    const asked = async (method: 'GET' | 'POST' | 'PUT') => {
      const json = { body: '{}', headers: { 'content-type': 'application/json' } }
      const more = method === 'GET' ? {} : json
      return (await fetch(`${server.address}/aws/api/${path}`, { method, ...more })).status
    }
    // Registered beside the hardware, read everywhere.
    expect([path, await asked('POST'), await asked('PUT'), await asked('GET')]).toEqual([
      path,
      404,
      404,
      401,
    ])
  }
})

/** Runs in the server before its own code: what no test can bring about from outside. */
const strays = `
  import { isMainThread } from 'node:worker_threads'
  if (isMainThread) {
    process.on('SIGUSR2', () => void Promise.reject(new Error('a stray promise')))
    process.on('SIGWINCH', () => { throw new Error('a stray fault') })
  }`

test('what nobody caught is reported; a promise ends nothing, a fault ends it in order', async () => {
  const { address, reports, close } = await errorListener()
  try {
    const environment = {
      TALUS_DEMO: '0',
      ERROR_DSN: address,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(strays)}`,
    }
    const server = await start(environment)
    const ended = once(server.child, 'exit')
    server.child.kill('SIGUSR2')
    await expect.poll(() => reports.length, { timeout: 10_000 }).toBe(1)
    expect((await fetch(`${server.address}/api/health`)).status).toBe(200)
    server.child.kill('SIGWINCH')
    expect(await ended).toEqual([1, null])
    const told = reports.map(({ event }) => [event.platform, event.exception.values[0]?.value])
    expect(told).toEqual([
      ['node', 'a stray promise'],
      ['node', 'a stray fault'],
    ])
    expect(server.output()).toMatch(/"stack":"Error: a stray fault/u)
    expect(server.output()).toContain('Talus stops, because of an unexpected fault: a stray fault')
    // Nothing of the old one is in the way.
    await start({ TALUS_DEMO: '0' })
  } finally {
    await close()
  }
})
