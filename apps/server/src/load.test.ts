import { expect, test } from 'vitest'
import { formatLoad } from '../../../bench/load/format-load.ts'
import { runLoad } from '../../../bench/load/run-load.ts'
import { testEngine } from './testing/database/test-database.ts'
import { getPostgresUrl } from './testing/database/postgres-server.ts'

/** The short form of `npm run load`: several servers need PostgreSQL. */
test.runIf(testEngine === 'postgres')(
  'twenty clinics at work on two servers meet no error and lose no image',
  { timeout: 400_000 },
  async () => {
    const [result] = await runLoad({
      postgresUrl: getPostgresUrl(),
      clinics: 20,
      studies: 2000,
      seconds: 10,
      servers: [2],
      pauseMs: 500,
    })
    if (!result) throw new Error('there is no result')
    expect(result.messages).toEqual([])
    expect(result.errors).toBe(0)
    expect(result.acknowledged).toBeGreaterThan(19)
    expect(result.missing).toBe(0)
    expect(result.rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['C-STORE', 'STOW-RS', 'list', 'pixels', 'sign-in', 'worklist']),
    )
    expect(result.events).toBeGreaterThan(0)
    expect(formatLoad(result)).toContain('0 of them missing or double')
  },
)
