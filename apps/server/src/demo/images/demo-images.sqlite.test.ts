import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Image } from '@talus/contract'
import { expect, test } from 'vitest'
import { setUpServerRuns } from '../../testing/server/server-runs.ts'

const runs = setUpServerRuns()

/** Queries the database file directly, while the server has it open. */
function query(statement: string) {
  const path = join(runs.folder(), 'talus.sqlite')
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    return database.prepare(statement).all()
  } finally {
    database.close()
  }
}
const listFrames = () =>
  query('select frameId, imageId, preset from rawFrame where imageId is not null')

test(
  'the newest demo studies get images while the server runs; after a kill it continues without duplicates',
  { timeout: 300_000 },
  async () => {
    const settings = { TALUS_DEMO_IMAGES: '1' }
    const first = await runs.start(settings)
    const poll = { timeout: 120_000, interval: 100 }
    await expect.poll(() => listFrames().length, poll).toBeGreaterThanOrEqual(2)
    await first.kill()
    const before = listFrames().length

    // Runs the DICOM listener's thread too, which must not keep the server from ending.
    const server = await runs.start({ ...settings, DICOM_PORT: '0' })
    expect(server.dicomPort).toBeGreaterThan(0)
    await expect.poll(() => listFrames().length, poll).toBeGreaterThanOrEqual(before + 2)
    const countSlices = () =>
      query('select attributes from slice where attributes is not null').length
    await expect.poll(countSlices, poll).toBe(312)
    const signedIn = await fetch(`${server.address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'super', password: 'Talus-demo-1' }),
    })
    const headers = { authorization: signedIn.headers.get('authorization') ?? '' }
    // The study that was filled first; plan-images.unit.test.ts tests the order.
    const [filled] = query(
      "select studyId from image where modality not in ('CT', 'MR') order by id limit 1",
    )
    const listed = await fetch(
      `${server.address}/api/image?studyId=${String(filled?.['studyId'])}`,
      {
        headers,
      },
    )
    const images = Image.array().parse(await listed.json())
    expect(images.length).toBeGreaterThanOrEqual(2)
    // The first image was badly exposed, rejected and repeated.
    expect(images.map(({ isRejected }) => isRejected)).toContain(true)
    expect(
      images.every(({ exposureIndex, preset }) => exposureIndex !== null && preset !== ''),
    ).toBe(true)
    const jpeg = await fetch(`${server.address}/api/image/${images[0]?.id}.jpg`, { headers })
    expect([jpeg.status, jpeg.headers.get('content-type')]).toEqual([200, 'image/jpeg'])

    await server.stop()
    expect(server.child.exitCode).toBe(0)
    const stored = listFrames()
    expect(new Set(stored.map(({ imageId }) => imageId)).size).toBe(stored.length)
    expect(query("select id from image where modality not in ('CT', 'MR')")).toHaveLength(
      stored.length,
    )
    // The two veterinary clinics have a CT and an MR scan, and their studies are listed as such.
    const scans = query(
      "select study.modality, count(*) as slices from image join study on study.id = image.studyId where image.modality in ('CT', 'MR') group by study.id order by study.modality",
    )
    expect(scans.map((scan) => ({ ...scan }))).toEqual([
      { modality: 'CT', slices: 60 },
      { modality: 'CT', slices: 60 },
      { modality: 'MR', slices: 96 },
      { modality: 'MR', slices: 96 },
    ])
    expect(query("select id from series where modality = 'MR'")).toHaveLength(8)
  },
)
