import { routes } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createImageFile } from '../../../../../packages/dicom/src/testing/synthetic-file.ts'
import {
  hasSamples,
  readSample,
  listSamples,
  samplesNote,
} from '../../../../../packages/dicom/src/testing/test-data.ts'
import { createClinicWithImages } from '../../testing/images/clinic-with-images.ts'
import type { ClinicWithImages } from '../../testing/images/clinic-with-images.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

/** The number of calls of the real renderer. */
let renders = 0
/** Whether the store refuses to write thumbnails, as a full disk does. */
let isFull = false
let server: TestServer
let clinic: ClinicWithImages
let studyId: StudyId

beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      wrapRenderPool: (renderPool) => ({
        ...renderPool,
        renderStored: (source, options) => {
          renders += 1
          return renderPool.renderStored(source, options)
        },
      }),
      wrapFiles: (files) => ({
        ...files,
        put: (key, bytes, options) =>
          isFull && key.startsWith('thumbnails/')
            ? Promise.reject(new Error('no space left'))
            : files.put(key, bytes, options),
      }),
    },
  )
  clinic = await createClinicWithImages(server, 'Pictures')
  studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
})
afterAll(() => server.close())
beforeEach(() => {
  renders = 0
  isFull = false
})

/** A gradient of 12 bits; `shade` makes one image differ from another. */
const radiograph = (shade: number, columns = 1200, rows = 900) =>
  createImageFile(
    { columns, rows, bitsStored: 12, photometric: 'MONOCHROME2' },
    new Uint8Array(
      Uint16Array.from({ length: columns * rows }, (_, at) => (at % columns) + shade).buffer,
    ),
  )
const stored = (bytes: Uint8Array) => clinic.addImage({ studyId, bytes })
const request = (id: number, query = '', headers: Record<string, string> = {}, by = clinic.token) =>
  server.app.inject({
    url: `${server.config.apiBase}image/${id}.jpg${query}`,
    headers: { authorization: `Bearer ${by}`, ...headers },
  })
const sizeOf = async (response: Awaited<ReturnType<typeof request>>) => {
  const { width, height, format } = await sharp(response.rawPayload).metadata()
  return { status: response.statusCode, width, height, format }
}

test('the address of a JPEG may be written in capitals', async () => {
  const id = await stored(radiograph(1))
  const response = await server.app.inject({
    url: `${server.config.apiBase}Image/${id}.JPG?size=128`,
    headers: { authorization: `Bearer ${clinic.token}` },
  })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/jpeg'])
})

test('an image is served as a JPEG in full size', async () => {
  const response = await request(await stored(radiograph(1)))
  const size = { status: 200, width: 1200, height: 900, format: 'jpeg' }
  expect(await sizeOf(response)).toEqual(size)
  expect(response.headers['content-type']).toBe('image/jpeg')
})

test.each([
  [16, 128, 96],
  [128, 128, 96],
  [200, 256, 192],
  [512, 512, 384],
  [600, 600, 450],
  [8192, 1200, 900],
])('a JPEG requested with %i pixels has %i by %i', async (size, width, height) => {
  const response = await request(await stored(radiograph(2)), `?size=${size}`)
  expect(await sizeOf(response)).toEqual({ status: 200, width, height, format: 'jpeg' })
})

test('a thumbnail is rendered once and read from the store the next time', async () => {
  const id = await stored(radiograph(3))
  const first = await request(id, '?size=100')
  const second = await request(id, '?size=128')
  expect([second.rawPayload.equals(first.rawPayload), renders]).toEqual([true, 1])
  await request(id)
  expect(renders).toBe(2)
})

test('concurrent requests for the same thumbnail share one rendering', async () => {
  const id = await stored(radiograph(4))
  const responses = await Promise.all(Array.from({ length: 12 }, () => request(id, '?size=256')))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200))
  expect(renders).toBe(1)
})

test('many different thumbnails can be requested at once', async () => {
  const ids: number[] = []
  for (const rows of [20, 25, 30, 35, 40, 45, 50]) ids.push(await stored(radiograph(1, 64, rows)))
  const responses = await Promise.all(ids.map((id) => request(id, '?size=128')))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(ids.map(() => 200))
  expect(new Set(responses.map(({ rawPayload }) => rawPayload.toString('hex'))).size).toBe(7)
})

test('a thumbnail may be cached by the browser per user, and is revalidated by its ETag', async () => {
  const id = await stored(radiograph(5))
  const first = await request(id, '?size=256')
  const etag = String(first.headers['etag'])
  expect(first.headers).toMatchObject({
    'cache-control': 'no-store',
    vary: 'authorization',
    etag: expect.stringMatching(/^"[0-9a-f]{64}-256-2"$/u),
  })
  const again = await request(id, '?size=256', { 'if-none-match': `"other", ${etag}` })
  expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', etag])
  expect((await request(id, '?size=128', { 'if-none-match': etag })).statusCode).toBe(200)
  const stranger = await server.createToken(server.first.users.staff.id)
  expect((await request(id, '?size=256', { 'if-none-match': etag }, stranger)).statusCode).toBe(404)
})

test('a thumbnail is served even if the disk is full', async () => {
  isFull = true
  const id = await stored(radiograph(6))
  expect([
    (await request(id, '?size=256')).statusCode,
    (await request(id, '?size=256')).statusCode,
  ]).toEqual([200, 200])
  expect(renders).toBe(2)
})

test('a missing file is refused with a message', async () => {
  const id = await clinic.addImage({ studyId, filePath: 'images/not-there.dcm' })
  for (const query of ['', '?size=128']) {
    const english = await request(id, query)
    expect([english.statusCode, english.json()]).toEqual([
      404,
      {
        code: 'image/missing',
        message:
          'The file of this image is missing on the server. The image comes back when it is sent again or restored from a backup.',
      },
    ])
    expect(english.headers['cache-control']).toBe('no-store')
  }
  const french = await request(id, '', { 'accept-language': 'fr' })
  expect(french.json().message).toBe(
    'Le fichier de cette image est introuvable sur le serveur. L’image revient quand elle est renvoyée ou restaurée depuis une sauvegarde.',
  )
})

test('a damaged file is not rendered, and is rendered once it is intact again', async () => {
  const whole = radiograph(7)
  const filePath = 'images/damaged.dcm'
  const copy = new Uint8Array(whole)
  const id = await clinic.addImage({ studyId, bytes: copy, filePath })
  const changed = new Uint8Array(whole)
  changed[changed.length - 1] = 255
  for (const broken of [whole.subarray(0, 3000), changed, Buffer.from('no DICOM file at all')]) {
    await server.files.put(filePath, broken)
    const response = await request(id, '?size=512')
    expect(response).toRefuse('image/unreadable')
  }
  await server.files.put(filePath, whole)
  expect((await request(id, '?size=512')).statusCode).toBe(200)
})

test('a file that is no image is refused', async () => {
  const id = await stored(Buffer.from('not a picture'))
  expect((await request(id)).json().code).toBe('image/unreadable')
})

test('a thumbnail of an image without a recorded hash is not cached', async () => {
  const id = await clinic.addImage({ studyId, bytes: radiograph(8), sha256: '' })
  const response = await request(id, '?size=128')
  expect([
    response.statusCode,
    response.headers['etag'],
    response.headers['cache-control'],
  ]).toEqual([200, undefined, 'no-store'])
})

test('invalid thumbnail sizes are refused', async () => {
  const id = await stored(radiograph(9, 64, 64))
  for (const size of ['15', '8193', '1.5', 'x', '-1'])
    expect([size, (await request(id, `?size=${size}`)).statusCode]).toEqual([size, 400])
})

test('the images of a study are listed in the order of their capture, optionally without rejected ones', async () => {
  const own = await clinic.addStudy(await clinic.addPatient('Bella'))
  const ids = []
  for (const isRejected of [false, true, false])
    ids.push(await clinic.addImage({ studyId: own, isRejected }))
  const list = async (isRejected?: '0' | '1', token = clinic.token) =>
    (
      await server.call(
        routes.image.ofStudy,
        { query: { studyId: own, ...(isRejected === undefined ? {} : { isRejected }) } },
        token,
      )
    ).body.map(({ id }) => id)
  expect(await list()).toEqual(ids)
  expect(await list('0')).toEqual([ids[0], ids[2]])
  expect(await list('1')).toEqual([ids[1]])
  expect(await list('0', await server.createToken(server.first.users.staff.id))).toEqual([])
})

test('an image names its study and why it is not shown, and only to its clinic', async () => {
  const own = await clinic.addStudy(await clinic.addPatient('Luna'))
  const gone = await clinic.addStudy(await clinic.addPatient('Milo'), true)
  const locate = (id: ImageId, token = clinic.token) =>
    server.call(routes.image.location, { params: { id } }, token)
  const fine = { studyId: own, hasPixels: true, isRejected: false, isDeleted: false }
  const shown = await clinic.addImage({ studyId: own })
  expect((await locate(shown)).body).toEqual(fine)
  const rejected = await clinic.addImage({ studyId: own, isRejected: true })
  expect((await locate(rejected)).body).toEqual({ ...fine, isRejected: true })
  const deleted = await clinic.addImage({ studyId: gone })
  expect((await locate(deleted)).body).toEqual({ ...fine, studyId: gone, isDeleted: true })
  const stranger = await server.createToken(server.first.users.staff.id)
  expect(await locate(shown, stranger)).toRefuse('record/not-found')
})

test.skipIf(!hasSamples)(`real radiographs become thumbnails${samplesNote}`, async () => {
  const samples = listSamples('radiographs')
    .filter((path) => path.endsWith('.dcm'))
    .slice(0, 3)
  for (const path of samples) {
    const response = await request(await stored(readSample(path)), '?size=256')
    const { status, width, height } = await sizeOf(response)
    expect([path, status, Math.max(width, height)]).toEqual([path, 200, 256])
  }
})

test('images of a deleted study are not found, and are found again when it is restored', async () => {
  const patientId = await clinic.addPatient('Gone')
  const deletedId = await clinic.addStudy(patientId, true)
  const id = await clinic.addImage({ studyId: deletedId, bytes: radiograph(7, 60, 40) })
  const list = async () =>
    (await server.call(routes.image.ofStudy, { query: { studyId: deletedId } }, clinic.token)).body
  const responses = async () =>
    Promise.all(
      ['', '.jpg', '/metadata', '/pixels'].map(async (what) => {
        const { statusCode } = await server.app.inject({
          url: `${server.config.apiBase}image/${id}${what}`,
          headers: { authorization: `Bearer ${clinic.token}` },
        })
        return statusCode
      }),
    )
  expect(await responses()).toEqual([404, 404, 404, 404])
  expect(await list()).toEqual([])
  await server.unscopedDb
    .updateTable('study')
    .set({ isDeleted: false })
    .where('id', '=', deletedId)
    .execute()
  expect(await responses()).toEqual([200, 200, 200, 200])
  expect((await list()).map((image) => image.id)).toEqual([id])
})
