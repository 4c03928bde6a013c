import { gunzipSync } from 'node:zlib'
import type { ImageMetadata, StudyId } from '@talus/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOverlayElements } from '../../../../../../packages/dicom/src/testing/overlay-elements.ts'
import { createImageFile } from '../../../../../../packages/dicom/src/testing/synthetic-file.ts'
import type { NewElement } from '../../../../../../packages/dicom/src/testing/synthetic-file.ts'
import { createClinicWithImages } from '../../../testing/images/clinic-with-images.ts'
import type { ClinicWithImages } from '../../../testing/images/clinic-with-images.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let clinic: ClinicWithImages
let studyId: StudyId

beforeAll(async () => {
  server = await startTestServer()
  clinic = await createClinicWithImages(server, 'Overlays')
  studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
})
afterAll(() => server.close())

const [columns, rows] = [60, 40]
const window: NewElement[] = [
  [0x00_28_10_50, 'DS', '128'],
  [0x00_28_10_51, 'DS', '256'],
]
const addImage = (more: readonly NewElement[], frames = 1) =>
  clinic.addImage({
    studyId,
    bytes: createImageFile(
      { columns, rows, bitsStored: 8, frames, more: [...window, ...more] },
      Array<number>(columns * rows * frames).fill(200),
    ),
  })
const send = (path: string, headers: Record<string, string> = {}, by = clinic.token) =>
  server.app.inject({
    url: `${server.config.apiBase}image/${path}`,
    headers: { authorization: `Bearer ${by}`, ...headers },
  })
const requestMetadata = async (id: number) => (await send(`${id}/metadata`)).json<ImageMetadata>()

/** A square of ten pixels at column 20 and row 10, counted from 0. */
const square = createOverlayElements({
  picture: Array<string>(10).fill('#'.repeat(10)),
  origin: [11, 21],
})

test('the viewer gets the overlays of an image as bits, compressed and with a tag', async () => {
  const id = await addImage(square)
  const { display } = await requestMetadata(id)
  expect(display?.planes).toEqual({ graphics: true, shutter: false, perFrame: false })
  const plain = await send(`${id}/overlay`)
  expect([plain.statusCode, plain.headers['content-type']]).toEqual([
    200,
    'application/octet-stream',
  ])
  const stride = Math.ceil(columns / 8)
  expect(plain.rawPayload).toHaveLength(stride * rows)
  const eleventh = [...plain.rawPayload.subarray(10 * stride, 11 * stride)]
  expect(eleventh).toEqual([0, 0, 0b1111_0000, 0b0011_1111, 0, 0, 0, 0])
  const packed = await send(`${id}/overlay`, { 'accept-encoding': 'br, gzip' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
  const etag = String(plain.headers.etag)
  const again = await send(`${id}/overlay`, { 'if-none-match': etag })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  expect(String((await send(`${id}/pixels`)).headers.etag)).not.toBe(etag)
})

test('each frame of an image has its own overlays', async () => {
  const overlay = createOverlayElements({ picture: ['#', '.', '#'], frames: 3, firstFrame: 1 })
  const id = await addImage(overlay, 3)
  expect((await requestMetadata(id)).display?.planes?.perFrame).toBe(true)
  const firstBytes = await Promise.all(
    [1, 2, 3].map(async (frame) => (await send(`${id}/overlay?frame=${frame}`)).rawPayload[0]),
  )
  expect(firstBytes).toEqual([1, 0, 1])
  expect(await send(`${id}/overlay?frame=4`)).toRefuse('record/not-found')
})

test('an image without overlays has none to send, and none of another clinic are sent', async () => {
  const id = await addImage([])
  expect((await requestMetadata(id)).display).not.toHaveProperty('planes')
  expect((await send(`${id}/overlay`)).rawPayload).toHaveLength(0)
  const stranger = await server.createToken(server.first.users.staff.id)
  expect(await send(`${id}/overlay`, {}, stranger)).toRefuse('record/not-found')
})

const readJpeg = async (id: number, query = '') => {
  const jpeg = await send(`${id}.jpg${query}`)
  const { data, info } = await sharp(jpeg.rawPayload)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    size: [info.width, info.height],
    grey: (x: number, y: number) => data[y * info.width + x] ?? -1,
  }
}

test('a JPEG and a thumbnail show the overlays', async () => {
  const id = await addImage(square)
  for (const query of ['', '?size=128']) {
    const { grey } = await readJpeg(id, query)
    expect(grey(25, 15)).toBeGreaterThan(240)
    expect(grey(25, 9)).toBeLessThan(60)
    expect(grey(5, 5)).toBeGreaterThan(190)
    expect(grey(5, 5)).toBeLessThan(210)
  }
})

test('a JPEG and the metadata have the display shutter', async () => {
  const id = await addImage([
    [0x00_18_16_00, 'CS', 'RECTANGULAR'],
    [0x00_18_16_02, 'IS', '21'],
    [0x00_18_16_04, 'IS', '40'],
    [0x00_18_16_06, 'IS', '11'],
    [0x00_18_16_08, 'IS', '30'],
  ])
  const { grey } = await readJpeg(id)
  expect(grey(10, 20)).toBeLessThan(20)
  expect(grey(30, 20)).toBeGreaterThan(180)
  expect((await requestMetadata(id)).display?.shutter).toEqual({
    shapes: [{ kind: 'rectangle', left: 20, top: 10, right: 40, bottom: 30 }],
    grey: 0,
  })
})

test('a JPEG of pixels that are not square has the proportions of the object', async () => {
  const id = await addImage([[0x00_28_00_34, 'IS', String.raw`2\1`], ...square])
  const { size, grey } = await readJpeg(id)
  expect(size).toEqual([columns, 2 * rows])
  expect(grey(25, 38)).toBeGreaterThan(240)
  expect((await readJpeg(id, '?size=16')).size).toEqual([columns, 2 * rows])
  const { spacing, isCalibrated } = await requestMetadata(id)
  expect(spacing?.pixelAspectRatio).toEqual([2, 1])
  expect(isCalibrated).toBe(false)
})
