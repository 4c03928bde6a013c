import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDicomWebClient, importFile } from '../../../testing/dicom/dicom-web-client.ts'
import type { DicomWebClient } from '../../../testing/dicom/dicom-web-client.ts'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let client: DicomWebClient

const study = `/studies/${toUid('study')}`
const series = `${study}/series/${toUid('series')}`
const instance = `${series}/instances/${toUid('image rendered')}`

beforeAll(async () => {
  server = await startTestServer()
  const token = await server.createToken(server.first.users.staff.id)
  const window = { WindowCenter: 2048, WindowWidth: 4096 }
  await importFile(server, token, createRadiograph('rendered', window, { rows: 300, columns: 400 }))
  client = await openDicomWebClient(server, token)
})
afterAll(() => server.close())

const sizeOf = async (bytes: Buffer) => {
  const { width, height, format, channels } = await sharp(bytes).metadata()
  return { width, height, format, channels }
}

test('a rendered image is a JPEG, or a PNG on request', async () => {
  for (const path of [study, series, instance, `${instance}/frames/1`]) {
    const response = await client.send(`${path}/rendered`)
    expect([path, response.status, response.headers['content-type']]).toEqual([
      path,
      200,
      'image/jpeg',
    ])
    expect(await sizeOf(response.body)).toMatchObject({ width: 400, height: 300, channels: 1 })
  }
  const png = await client.send(`${instance}/rendered`, { accept: 'image/png' })
  expect(await sizeOf(png.body)).toMatchObject({ width: 400, height: 300, format: 'png' })
  expect((await client.send(`${instance}/rendered`, { accept: 'image/gif' })).status).toBe(406)
  const headers = { 'if-none-match': String(png.headers.etag) }
  const again = await client.send(`${instance}/rendered`, { accept: 'image/png', headers })
  expect(again.status).toBe(304)
})

const pixelsOf = async (query: string) => {
  const { body } = await client.send(`${instance}/rendered?${query}`, { accept: 'image/png' })
  return sharp(body).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
}

test('the viewport parameter crops, mirrors and scales a rendered image', async () => {
  const whole = await pixelsOf('')
  const part = await pixelsOf('viewport=100,50,10,20,100,50')
  expect(part.info).toMatchObject({ width: 100, height: 50 })
  expect(part.data[0]).toBe(whole.data[20 * 400 + 10])
  const mirrored = await pixelsOf('viewport=100,50,10,20,-100,50')
  expect(mirrored.data[99]).toBe(part.data[0])
  const fitted = await pixelsOf('viewport=200,200')
  expect(fitted.info).toMatchObject({ width: 200, height: 150 })
})

test('the viewport parameter is in stored pixels, the rendered image has square ones', async () => {
  const token = await server.createToken(server.first.users.staff.id)
  const spacing = { ImagerPixelSpacing: [0.2, 0.1], WindowCenter: 2048, WindowWidth: 4096 }
  const file = createRadiograph('not square', spacing, { rows: 100, columns: 200 })
  await importFile(server, token, file)
  const path = `${series}/instances/${toUid('image not square')}/rendered`
  const [whole, part] = await Promise.all(
    [path, `${path}?viewport=50,100,10,20,50,50`].map(async (address) =>
      sharp((await client.send(address, { accept: 'image/png' })).body)
        .toColourspace('b-w')
        .raw()
        .toBuffer({ resolveWithObject: true }),
    ),
  )
  expect(whole?.info).toMatchObject({ width: 200, height: 200 })
  expect(part?.info).toMatchObject({ width: 50, height: 100 })
  expect(part?.data[0]).toBe(whole?.data[40 * 200 + 10])
})

test('the window parameter replaces the window of the file', async () => {
  const { data } = await pixelsOf('window=1000,2,linear')
  expect(new Set(data).size).toBeLessThan(4)
  const { data: own } = await pixelsOf('')
  expect(new Set(own).size).toBeGreaterThan(100)
})

test.each([
  'viewport=0,10',
  'viewport=10',
  'viewport=10,10,1,1,0,0',
  'viewport=99999,10',
  'window=1,2,square',
  'window=1',
  'window=a,b',
  'quality=0',
  'quality=101',
  'quality=best',
])('a rendered image with %s is refused with 400', async (query) => {
  const response = await client.send(`${instance}/rendered?${query}`)
  expect(response).toRefuse('request/malformed')
})

test('thumbnails are served for studies, series and instances', async () => {
  for (const path of [study, series, instance]) {
    const response = await client.send(`${path}/thumbnail`)
    expect(response.status).toBe(200)
    expect(await sizeOf(response.body)).toMatchObject({ width: 256, height: 192, format: 'jpeg' })
  }
})

test('a study whose first image is damaged shows the next one, and says so', async () => {
  const token = await server.createToken(server.first.users.staff.id)
  const uids = { StudyInstanceUID: toUid('torn'), SeriesInstanceUID: toUid('torn series') }
  for (const [at, name] of ['torn', 'whole'].entries())
    await importFile(server, token, createRadiograph(name, { ...uids, InstanceNumber: at + 1 }))
  const { filePath } = await server.unscopedDb
    .selectFrom('image')
    .select('filePath')
    .where('sopInstanceUID', '=', toUid('image torn'))
    .executeTakeFirstOrThrow()
  await server.files.put(filePath, createRadiograph('another'))
  const path = `/studies/${uids.StudyInstanceUID}`
  const response = await client.send(`${path}/thumbnail`)
  expect([response.status, response.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(response.headers['warning']).toContain('cannot be read')
  expect(response.headers['cache-control']).toBe('no-store')
  const alone = `${path}/series/${uids.SeriesInstanceUID}/instances/${toUid('image torn')}`
  expect(await client.send(`${alone}/thumbnail`)).toRefuse('image/unreadable')
})
