import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoPassword } from './demo/index.ts'
import { expect, test } from 'vitest'
import { runHostile } from './testing/hostile/run-hostile.ts'
import type { HostileCase } from './testing/hostile/run-hostile.ts'
import { startServer } from './testing/server/server-process.ts'

// Small files that exceed each limit; `npm run bench -- hostile` sends large ones.
const bytes = 1_200_000
/** An empty item has eight bytes. */
const itemBytes = 2_400_000
const zipBombBytes = 80_000_000

test(
  'no hostile file ends the server, stops it or fills its memory',
  { timeout: 300_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'talus-hostile-'))
    const server = await startServer({ TALUS_DATA: folder, DICOM_PORT: '0', LOG_LEVEL: 'error' })
    try {
      const base = `${server.address}/api`
      const signedIn = await fetch(`${base}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin.en', password: demoPassword }),
      })
      const target = {
        base,
        authorization: signedIn.headers.get('authorization') ?? '',
        dicomPort: server.dicomPort,
        calledTitle: 'TALUS_EN',
        pid: server.child.pid ?? 0,
      }
      const getBytes = (kind: string) => {
        if (kind === 'zip bomb') return zipBombBytes
        return kind.startsWith('empty') ? itemBytes : bytes
      }
      const common = { target, getBytes, pauseMs: 0, intervalMs: 20 }
      const cases: HostileCase[] = []
      for await (const found of runHostile({ ...common, ways: ['C-STORE', 'import'] }))
        cases.push(found)
      // These ways store a file like an import does.
      const kinds = ['elements without uids', 'zeros', 'deflated zeros'] as const
      for await (const found of runHostile({ ...common, ways: ['STOW-RS', 'zip'], kinds }))
        cases.push(found)
      expect(server.child.exitCode).toBeNull()
      expect(cases.filter(({ failures }) => failures > 0)).toEqual([])
      // Each of these stood still for seconds before there were limits. Other programs delay an answer,
      // but use no processor time of the main thread.
      expect(cases.filter(({ busyMs }) => busyMs > 200)).toEqual([])
      expect(cases.filter(({ riseMb }) => riseMb > 300)).toEqual([])
      const saidOf = (kind: string, way: string) =>
        cases.find((found) => found.kind === kind && found.way === way)?.said
      expect(saidOf('elements', 'import')).toContain('more than 100,000 elements')
      expect(saidOf('deflated zeros', 'STOW-RS')).toMatch(/^409/u)
      expect(saidOf('zip bomb', 'zip')).toContain('200')
      expect(saidOf('multi-frame', 'import')).toContain('stored')
    } finally {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
