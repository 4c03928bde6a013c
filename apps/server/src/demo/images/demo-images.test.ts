import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Image } from '@talus/contract'
import { expect, test } from 'vitest'
import { serverRuns } from '../../testing/server-runs.ts'

const runs = serverRuns()

/** From outside, while the server has it open. */
function rows(query: string) {
  const path = join(runs.folder(), 'talus.sqlite')
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    return database.prepare(query).all()
  } finally {
    database.close()
  }
}
const frames = () => rows('select frameId, imageId, look from rawFrame where imageId is not null')

test(
  'the newest studies of a demo get images while the server works, and after a kill the next ones, each once',
  { timeout: 180_000 },
  async () => {
    const settings = { TALUS_DEMO_IMAGES: '1' }
    const first = await runs.start(settings)
    const poll = { timeout: 80_000, interval: 100 }
    await expect.poll(() => frames().length, poll).toBeGreaterThanOrEqual(2)
    await first.kill()
    const before = frames().length

    // With the thread for DICOM, which must not keep it from ending.
    const server = await runs.start({ ...settings, DICOM_PORT: '0' })
    expect(server.dicomPort).toBeGreaterThan(0)
    await expect.poll(() => frames().length, poll).toBeGreaterThanOrEqual(before + 2)
    const signedIn = await fetch(`${server.address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'super', password: 'Talus-demo-1' }),
    })
    const headers = { authorization: signedIn.headers.get('authorization') ?? '' }
    const [newest] = rows("select id from study where modality != 'Dental' order by createdOn desc")
    const listed = await fetch(`${server.address}/api/image?studyId=${String(newest?.['id'])}`, {
      headers,
    })
    const images = Image.array().parse(await listed.json())
    expect(images.length).toBeGreaterThanOrEqual(2)
    // The first one was too dark, and was taken again.
    expect(images.map(({ isRejected }) => isRejected)).toContain(true)
    expect(images.every(({ exposureIndex, look }) => exposureIndex !== null && look !== '')).toBe(
      true,
    )
    const picture = await fetch(`${server.address}/api/image/${images[0]?.id}.jpg`, { headers })
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])

    await server.stop()
    expect(server.child.exitCode).toBe(0)
    const made = frames()
    expect(new Set(made.map(({ imageId }) => imageId)).size).toBe(made.length)
    expect(rows('select id from image')).toHaveLength(made.length)
  },
)
