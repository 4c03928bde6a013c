import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setUpServerRuns } from './testing/server/server-runs.ts'

const { folder, start } = setUpServerRuns('test', 'demo data')

test('the zip of an import during which the server is killed is removed at the next start', async () => {
  const server = await start()
  const login = await fetch(`${server.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin.en', password: 'Talus-demo-1' }),
  })
  const upload = request(`${server.address}/api/image/import?name=study.zip`, {
    method: 'POST',
    headers: {
      authorization: login.headers.get('authorization') ?? '',
      'content-type': 'application/zip',
    },
  })
  upload.on('error', () => undefined)
  const zipHead = Buffer.from([0x50, 0x4b, 3, 4])
  upload.write(Buffer.concat([zipHead, Buffer.alloc(3_000_000)]))
  const listZips = () => readdir(join(folder(), 'import')).catch(() => [])
  await expect.poll(listZips).toEqual([expect.stringMatching(/\.zip$/u)])
  await server.kill()
  upload.destroy()
  expect(await listZips()).toHaveLength(1)
  await start()
  expect(await listZips()).toEqual([])
})
