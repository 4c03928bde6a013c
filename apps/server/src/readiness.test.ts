import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { expect, test } from 'vitest'
import { testEngine } from './testing/database/test-database.ts'
import type { ServerProcess } from './testing/server/server-process.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

const { start, atEnd } = setUpServerRuns()

async function startStore(port = 0) {
  const directory = await mkdtemp(join(tmpdir(), 'talus-s3-'))
  const store = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory,
    vhostBuckets: false,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'images' }],
  })
  const { port: chosen } = await store.run()
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await store.close()
    await rm(directory, { recursive: true, force: true })
  }
  atEnd(close)
  return { port: chosen, close }
}

const bucketSettings = (port: number, bucket = 'images') => ({
  TALUS_VARIANT: 'cloud',
  TALUS_DEMO: '0',
  FILE_STORE: 's3',
  S3_BUCKET: bucket,
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
})

const askHealth = async (server: ServerProcess, path: string) =>
  (await fetch(`${server.address}/aws/api/health${path}`)).status

test('a server whose storage is out of reach lives and is not ready until it is back', async () => {
  const store = await startStore()
  const server = await start(bucketSettings(store.port))
  expect(await askHealth(server, '/ready')).toBe(200)
  await store.close()
  const ready = () => askHealth(server, '/ready')
  await expect.poll(ready, { timeout: 15_000 }).toBe(503)
  const began = performance.now()
  expect(await askHealth(server, '')).toBe(503)
  expect(performance.now() - began).toBeLessThan(5000)
  expect(await askHealth(server, '/live')).toBe(200)
  await startStore(store.port)
  await expect.poll(ready, { timeout: 15_000 }).toBe(200)
})

test('a server refuses to start with a bucket that does not exist', async () => {
  const { port } = await startStore()
  await expect(start(bucketSettings(port, 'imagse'))).rejects.toThrow(/no bucket "imagse"/u)
})

test.runIf(testEngine === 'postgres')(
  'a server of a cloud refuses to start without a bucket, unless one disk is said to be enough',
  async () => {
    const cloud = { TALUS_VARIANT: 'cloud', TALUS_DEMO: '0' }
    await expect(start({ ...cloud, FILE_STORE: '' })).rejects.toThrow(/S3_BUCKET: the servers/u)
    await start({ ...cloud, FILE_STORE: 'disk' })
  },
)

test('before a planned stop a server is not ready, but still answers and closes connections', async () => {
  const server = await start({ TALUS_DEMO: '0', DRAIN_SECONDS: '2' })
  const ask = (path: string) => fetch(`${server.address}/api/health${path}`)
  expect((await ask('/ready')).headers.get('connection')).toBe('keep-alive')
  const ended = once(server.child, 'exit')
  server.child.kill('SIGTERM')
  await expect.poll(async () => (await ask('/ready')).status, { interval: 50 }).toBe(503)
  const live = await ask('/live')
  expect([live.status, live.headers.get('connection')]).toEqual([200, 'close'])
  expect(await ended).toEqual([0, null])
})
