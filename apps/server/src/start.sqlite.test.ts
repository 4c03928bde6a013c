import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startErrorListener } from './testing/network/error-listener.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

/**
 * The effect of settings and data folder on the start of the server, independent of the database.
 */
const { start, atEnd } = setUpServerRuns()

test('a second server on the same data folder refuses to start', { timeout: 180_000 }, async () => {
  await start({ TALUS_DEMO: '0' })
  await expect(start()).rejects.toThrow(/Another Talus server/u)
})

test('the demo refuses to listen beyond loopback unless TALUS_DEMO is set', async () => {
  await expect(start({ HOST: '0.0.0.0' })).rejects.toThrow(/TALUS_DEMO/u)
})

test('all invalid settings are named in one error', async () => {
  const refused = start({ PORT: 'many', TALUS_VARIANT: 'orbital' })
  await expect(refused).rejects.toThrow(/PORT[\s\S]*TALUS_VARIANT/u)
})

test('a name in .env that is like a setting and is none is warned of', async () => {
  const workFolder = await mkdtemp(join(tmpdir(), 'talus-env-'))
  atEnd(() => rm(workFolder, { recursive: true, force: true }))
  const lines = ['SECOND_STORAGE=/mnt/nas', 'COMPRES_AFTER_DAYS=30', 'EDITOR=vi', 'TALUS_DEMO=0']
  await writeFile(join(workFolder, '.env'), `${lines.join('\n')}\n`)
  // The file is that of the working directory, as with npm start.
  const output = (await start({ TALUS_DEMO: '0' }, ['env', '-C', workFolder])).output()
  expect(output).toContain(
    '.env: SECOND_STORAGE is no setting of Talus. Did you mean SECOND_STORE?',
  )
  expect(output).toContain(
    '.env: COMPRES_AFTER_DAYS is no setting of Talus. Did you mean COMPRESS_AFTER_DAYS?',
  )
  expect(output.match(/is no setting/gu)).toHaveLength(2)
})

test('the cloud variant serves its API below /aws/api/ and has no local routes', async () => {
  const server = await start({ TALUS_VARIANT: 'cloud', TALUS_DEMO: '0' })
  expect((await fetch(`${server.address}/aws/api/health`)).status).toBe(200)
  const wrongBase = await fetch(`${server.address}/api/health`)
  expect(await wrongBase.text()).not.toContain('"ok"')
  const local = await fetch(`${server.address}/aws/api/sensor/local`)
  expect([local.status, await local.json()]).toMatchObject([404, { code: 'route/not-found' }])
  for (const path of ['owner', 'patient']) {
    const request = async (method: 'GET' | 'POST' | 'PUT') => {
      const json = { body: '{}', headers: { 'content-type': 'application/json' } }
      const more = method === 'GET' ? {} : json
      return (await fetch(`${server.address}/aws/api/${path}`, { method, ...more })).status
    }
    // Owners and patients are registered by the local variant only, and read in both.
    expect([path, await request('POST'), await request('PUT'), await request('GET')]).toEqual([
      path,
      404,
      404,
      401,
    ])
  }
})

/**
 * Code loaded into the server before its own: raises faults on signals, which a test cannot cause
 * from outside.
 */
const raiseFaults = `
  import { isMainThread } from 'node:worker_threads'
  if (isMainThread) {
    process.on('SIGUSR2', () => void Promise.reject(new Error('a stray promise')))
    process.on('SIGWINCH', () => { throw new Error('a stray fault') })
  }`

test('the server reports an unhandled rejection and goes on; after an uncaught exception it stops in order', async () => {
  const { address, reports, close } = await startErrorListener()
  try {
    const environment = {
      TALUS_DEMO: '0',
      ERROR_DSN: address,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(raiseFaults)}`,
    }
    const server = await start(environment)
    const ended = once(server.child, 'exit')
    server.child.kill('SIGUSR2')
    await expect.poll(() => reports.length, { timeout: 10_000 }).toBe(1)
    expect((await fetch(`${server.address}/api/health`)).status).toBe(200)
    server.child.kill('SIGWINCH')
    expect(await ended).toEqual([1, null])
    const received = reports.map(({ event }) => [event.platform, event.exception.values[0]?.value])
    expect(received).toEqual([
      ['node', 'a stray promise'],
      ['node', 'a stray fault'],
    ])
    expect(server.output()).toMatch(/"stack":"Error: a stray fault/u)
    expect(server.output()).toContain('Talus stops, because of an unexpected fault: a stray fault')
    // The stopped server has released its lock.
    await start({ TALUS_DEMO: '0' })
  } finally {
    await close()
  }
})
