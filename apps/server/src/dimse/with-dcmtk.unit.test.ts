import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hasDcmtk, noDcmtk } from '../testing/dcmtk.ts'
import { testAcceptor } from './testing/test-acceptor.ts'

const run = promisify(execFile)

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
const started = async (...args: Parameters<typeof testAcceptor>) => {
  const acceptor = await testAcceptor(...args)
  closing.push(() => acceptor.stop(0))
  return acceptor
}

describe('programs of dcmtk', () => {
  beforeEach(({ skip }) => skip(!hasDcmtk, noDcmtk))

  test('echoscu is answered', async () => {
    const { port, reports } = await started()
    await run('echoscu', ['127.0.0.1', String(port)])
    expect(reports).toHaveLength(1)
  })
})
