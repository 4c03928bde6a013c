import { readdir } from 'node:fs/promises'
import { Image, ImportLine } from '@talus/contract'
import { expect, test } from 'vitest'
import { createRadiograph, toUid } from './testing/dicom/dicom-objects.ts'
import { verifyData } from './testing/server/server-process.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

/** Acknowledged images survive a kill of the server, and no other files remain. */
const runs = setUpServerRuns('test', 'demo data')

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.dcm')).length

async function start() {
  const server = await runs.start()
  const response = await fetch(`${server.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin.en', password: 'Talus-demo-1' }),
  })
  const authorization = response.headers.get('authorization') ?? ''
  return { server, authorization }
}

test(
  'a server killed during imports loses no acknowledged image and leaves no stray files',
  { timeout: 180_000 },
  async () => {
    const acknowledged = new Set<string>()
    let studyId: number | undefined
    let next = 0
    for (let round = 0; round < 4; round += 1) {
      const { server, authorization } = await start()
      let isAlive = true
      const send = async () => {
        while (isAlive) {
          const name = `kill ${(next += 1)}`
          const response = await fetch(`${server.address}/api/image/import`, {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/dicom' },
            body: createRadiograph(name, {}, { rows: 300, columns: 200, seed: next }),
          })
          const line = ImportLine.parse(JSON.parse(await response.text()))
          if (line.outcome === 'stored') acknowledged.add(toUid(`image ${name}`))
          studyId = line.studyId
        }
      }
      const all = Promise.allSettled([send(), send(), send()])
      const before = acknowledged.size
      await expect
        .poll(() => acknowledged.size, { timeout: 20_000, interval: 2 })
        .toBeGreaterThan(before + 15 + round)
      await server.kill()
      isAlive = false
      await all
    }
    const { server, authorization } = await start()
    const images = async () => {
      const response = await fetch(`${server.address}/api/image?studyId=${studyId}`, {
        headers: { authorization },
      })
      return Image.array().parse(await response.json())
    }
    // A server registers the files that the previous one left behind only after it has begun to
    // listen.
    await expect
      .poll(async () => (await images()).length - (await filesIn(runs.folder())), {
        timeout: 20_000,
      })
      .toBe(0)
    const stored = await images()
    const uids = new Set(stored.map(({ sopInstanceUID }) => sopInstanceUID))
    expect(uids.size).toBe(stored.length)
    expect([...acknowledged].filter((uid) => !uids.has(uid))).toEqual([])
    await server.kill()
    const { isWell, output } = await verifyData({
      TALUS_DATA: runs.folder(),
      ...runs.database().environment,
    })
    expect([isWell, output]).toEqual([true, expect.stringContaining('Every image has its file')])
  },
)
