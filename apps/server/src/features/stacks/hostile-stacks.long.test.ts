import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StudyStacks } from '@talus/contract'
import type { Attributes } from '@talus/dicom'
import { expect, test } from 'vitest'
import { demoPassword } from '../../demo/index.ts'
import { startProbe } from '../../testing/hostile/probe.ts'
import { startServer } from '../../testing/server/server-process.ts'
import { createSliceFile } from '../../testing/stacks/slice-files.ts'
import { readSliceStream } from '../../testing/stacks/stack-client.ts'

const tiny = { rows: 1, columns: 1 }
const position = (z: number): Attributes => ({
  PlanePositionSequence: [{ ImagePositionPatient: [0, 0, z] }],
})
/** The limit of slices of one study. */
const framesMax = 10_000

/** Images that declare more than they have, or as much as the limits allow. */
const hostile = [
  {
    name: 'frames',
    attributes: { NumberOfFrames: '2000000000' },
    pixels: new Uint16Array(1),
    slices: 1,
  },
  {
    name: 'groups',
    attributes: {
      NumberOfFrames: '2',
      PerFrameFunctionalGroupsSequence: Array.from({ length: 200_000 }, () => ({})),
    },
    pixels: new Uint16Array(2),
    slices: 2,
  },
  {
    name: 'slices',
    attributes: {
      NumberOfFrames: String(framesMax),
      PerFrameFunctionalGroupsSequence: Array.from({ length: framesMax }, (_, at) => position(at)),
    },
    pixels: new Uint16Array(framesMax),
    slices: framesMax,
  },
]

test(
  'no hostile series stops the server or fills its memory when its stacks are opened',
  { timeout: 300_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'talus-hostile-stacks-'))
    const server = await startServer({ TALUS_DATA: folder, LOG_LEVEL: 'error' })
    const base = `${server.address}/api`
    const probe = startProbe({ url: `${base}/health`, pid: server.child.pid ?? 0, intervalMs: 20 })
    try {
      const signedIn = await fetch(`${base}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin.en', password: demoPassword }),
      })
      const headers = {
        authorization: signedIn.headers.get('authorization') ?? '',
        'content-type': 'application/dicom',
      }
      for (const { name, attributes, pixels, slices } of hostile) {
        const file = createSliceFile(0, attributes, { study: name, ...tiny, pixels })
        const { residentMb } = await probe.report()
        const body = new Uint8Array(file)
        const stored = await fetch(`${base}/image/import?name=file`, {
          method: 'POST',
          headers,
          body,
        })
        const studyId = /"studyId":(\d+)/u.exec(await stored.text())?.[1] ?? expect.fail(name)
        const listed = await fetch(`${base}/study/${studyId}/stacks`, { headers })
        const [stack] = StudyStacks.parse(await listed.json()).stacks
        if (!stack) return expect.fail(name)
        const found = stack.phases.reduce((sum, phase) => sum + phase.slices.length, 0)
        expect([name, found]).toEqual([name, slices])
        const url = `${base}/study/${studyId}/stacks/${stack.key}/slices?around=50`
        const sent = await (await fetch(url, { headers })).arrayBuffer()
        expect(readSliceStream(new Uint8Array(sent), stack).length).toBeGreaterThan(0)
        const { busyMs, peakMb, failures } = await probe.report()
        expect([name, failures]).toEqual([name, 0])
        expect([name, busyMs > 200 ? busyMs : 0]).toEqual([name, 0])
        expect([name, peakMb - residentMb > 300 ? peakMb - residentMb : 0]).toEqual([name, 0])
      }
      expect(server.child.exitCode).toBeNull()
    } finally {
      await probe.stop()
      await server.kill()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
