import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('an update on a folder without a database names it and creates nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'talus-update-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const wrong = join(folder, 'no such folder')
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../update.ts')],
    { env: { PATH: process.env['PATH'], TALUS_DATA: wrong, DATABASE_URL: '' }, encoding: 'utf8' },
  )
  expect(stderr).toContain(`There is no database in ${wrong}. Is TALUS_DATA right?`)
  expect(status).toBe(1)
  expect(existsSync(wrong)).toBe(false)
})
