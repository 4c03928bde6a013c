import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dicomWebClient, importFile } from '../../testing/dicom-web.ts'
import type { DicomWebClient } from '../../testing/dicom-web.ts'
import { radiograph, uidFor } from '../../testing/dicom-objects.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

let server: TestServer
let client: DicomWebClient

const study = `/studies/${uidFor('study')}`
const series = `${study}/series/${uidFor('series')}`
const instance = `${series}/instances/${uidFor('image picture')}`

beforeAll(async () => {
  server = await testServer()
  const token = await server.tokenOf(server.first.people.staff.id)
  const window = { WindowCenter: 2048, WindowWidth: 4096 }
  await importFile(server, token, radiograph('picture', window, { rows: 300, columns: 400 }))
  client = await dicomWebClient(server, token)
})
afterAll(() => server.close())

const sizeOf = async (bytes: Buffer) => {
  const { width, height, format, channels } = await sharp(bytes).metadata()
  return { width, height, format, channels }
}

test('a picture is a JPEG, or a PNG where that is asked for', async () => {
  for (const path of [study, series, instance, `${instance}/frames/1`]) {
    const answer = await client.send(`${path}/rendered`)
    expect([path, answer.status, answer.headers['content-type']]).toEqual([path, 200, 'image/jpeg'])
    expect(await sizeOf(answer.body)).toMatchObject({ width: 400, height: 300, channels: 1 })
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

test('a viewport cuts out, mirrors and fits', async () => {
  const whole = await pixelsOf('')
  const part = await pixelsOf('viewport=100,50,10,20,100,50')
  expect(part.info).toMatchObject({ width: 100, height: 50 })
  expect(part.data[0]).toBe(whole.data[20 * 400 + 10])
  const mirrored = await pixelsOf('viewport=100,50,10,20,-100,50')
  expect(mirrored.data[99]).toBe(part.data[0])
  const fitted = await pixelsOf('viewport=200,200')
  expect(fitted.info).toMatchObject({ width: 200, height: 150 })
})

test('a window takes the place of the one in the file', async () => {
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
])('%s is a 400', async (query) => {
  const answer = await client.send(`${instance}/rendered?${query}`)
  expect([answer.status, answer.json()]).toMatchObject([400, { code: 'request/malformed' }])
})

test('a small picture is at hand for all levels', async () => {
  for (const path of [study, series, instance]) {
    const answer = await client.send(`${path}/thumbnail`)
    expect(answer.status).toBe(200)
    expect(await sizeOf(answer.body)).toMatchObject({ width: 256, height: 192, format: 'jpeg' })
  }
})
