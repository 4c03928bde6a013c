import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { OldImages } from '@talus/contract'
import { expect, test } from 'vitest'
import { signInAs } from './testing/server/demo-client.ts'
import { importRadiographs, makeImagesOld } from './testing/server/old-images.ts'
import { runCommand, startCommand, verifyData } from './testing/server/server-process.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

/** Compressing and moving images is killed at many moments, and no image suffers. */
const runs = setUpServerRuns('test', 'demo data')
const images = 5

test('SIGKILL at any moment loses no image', { timeout: 180_000 }, async () => {
  const second = await mkdtemp(join(tmpdir(), 'talus-second-'))
  runs.atEnd(() => rm(second, { recursive: true, force: true }))
  const settings = {
    COMPRESS_AFTER_DAYS: '0',
    SECOND_STORE: second,
    SECOND_STORE_MONTHS: '1',
  }
  const environment = { TALUS_DATA: runs.folder(), ...settings }
  const before = await runs.start(settings)
  const ids = await importRadiographs(before, images, 900)
  await before.stop()
  await makeImagesOld(runs.folder())

  for (const ms of [400, 700, 1100]) {
    const child = startCommand(['storage'], environment)
    await sleep(ms)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  // The records and both stores agree after the deaths.
  const { isWell, output: found } = await verifyData(environment)
  expect({ isWell, found }).toMatchObject({ isWell: true })
  // A start removes what the dead ones have left.
  await (await runs.start(settings)).stop()
  const { exitCode, output } = await runCommand(['storage'], environment)
  expect({ exitCode, output }).toMatchObject({ exitCode: 0 })
  // A repair looks at the newest files too, which a running server may be receiving otherwise.
  const repaired = await runCommand(['verify', '--repair'], environment)
  expect(repaired).toMatchObject({ exitCode: 0 })
  expect(repaired.output).not.toContain('without a record')

  const after = await runs.start(settings)
  const { get } = await signInAs(after, 'staff.en')
  for (const id of ids) {
    const reply = await get(`image/${id}/pixels`)
    expect(reply.status).toBe(200)
  }
  const oldImages = await (await signInAs(after, 'root')).get('backup/old-images')
  const saved = OldImages.parse(await oldImages.json())
  expect(saved).toMatchObject({ moveAfterMonths: 1, compressAfterDays: 0, compressed: { images } })
  expect(saved.compressed.bytes).toBeLessThan(saved.compressed.formerBytes * 0.9)
  const database = new DatabaseSync(join(runs.folder(), 'talus.sqlite'), { readOnly: true })
  const states = database.prepare('select "state" from "imageCompression"').all()
  database.close()
  expect(states.map(({ state }) => state)).toEqual(Array(images).fill('done'))
})
