import { expect, test } from 'vitest'
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
})
