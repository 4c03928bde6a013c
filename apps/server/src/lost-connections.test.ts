import { expect, test } from 'vitest'
import { getPostgresUrl, runStatement } from './testing/database/postgres-server.ts'
import { testEngine } from './testing/database/test-database.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

const { database, start } = setUpServerRuns()

test.runIf(testEngine === 'postgres')(
  'connections that PostgreSQL ends cost single calls and not the server, which recovers by itself',
  async () => {
    const server = await start({ TALUS_DEMO: '0' })
    const name = new URL(database().environment['DATABASE_URL'] ?? '').pathname.slice(1)
    // A token that must be looked up.
    const headers = { authorization: `Bearer ${'a'.repeat(43)}` }
    const ask = async () => (await fetch(`${server.address}/api/study/page`, { headers })).status
    expect(await ask()).toBe(401)
    const statuses = new Set<number>()
    for (let round = 0; round < 5; round += 1) {
      const calls = Array.from({ length: 12 }, ask)
      await runStatement(
        getPostgresUrl(),
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [name],
      )
      for (const status of await Promise.all(calls)) statuses.add(status)
    }
    expect([...statuses].filter((status) => status !== 401 && status !== 503)).toEqual([])
    await expect.poll(ask).toBe(401)
    expect((await fetch(`${server.address}/api/health/ready`)).status).toBe(200)
    expect([server.child.exitCode, server.child.signalCode]).toEqual([null, null])
  },
)
