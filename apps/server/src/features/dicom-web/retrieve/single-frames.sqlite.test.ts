import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { importFile, openDicomWebClient } from '../../../testing/dicom/dicom-web-client.ts'
import type { DicomWebClient } from '../../../testing/dicom/dicom-web-client.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import { watchFiles } from '../../../testing/server/watch-files.ts'
import { largeFrom } from '../../images/index.ts'

const watched = watchFiles()
let server: TestServer
let client: DicomWebClient
let imageId: number

const [frames, side] = [80, 512]
const framePixels = side * side
const frameBytes = 2 * framePixels
const loop = createRadiograph(
  'loop',
  { SOPClassUID: '1.2.840.10008.5.1.4.1.1.3.1', Modality: 'US', NumberOfFrames: frames },
  {
    rows: side,
    columns: side,
    pixels: Uint16Array.from({ length: frames * framePixels }, (_, at) =>
      Math.floor(at / framePixels),
    ),
  },
)

beforeAll(async () => {
  server = await startTestServer({}, { wrapFiles: watched.wrapFiles })
  const token = await server.createToken(server.first.users.staff.id)
  const { body } = await importFile(server, token, loop)
  imageId = (JSON.parse(body) as { readonly imageId: number }).imageId
  client = await openDicomWebClient(server, token)
  // The first request compares the whole file with its recorded hash, in each of both interfaces.
  await client.send(`/api/image/${imageId}/pixels?frame=1`)
  await client.send(`${instance}/frames/1`)
})
afterAll(() => server.close())

const study = `/studies/${toUid('study')}`
const instance = `${study}/series/${toUid('series')}/instances/${toUid('image loop')}`

test.each([
  ['a thumbnail', () => `/api/image/${imageId}.jpg?size=512`],
  ['a JPEG', () => `/api/image/${imageId}.jpg`],
  ['a frame in the viewer', () => `/api/image/${imageId}/pixels?frame=31`],
  ['a frame of WADO-RS', () => `${instance}/frames/31`],
  ['a rendered frame of WADO-RS', () => `${instance}/frames/31/rendered`],
  ['a rendered instance of WADO-RS', () => `${instance}/rendered`],
  ['a rendered study of WADO-RS', () => `${study}/rendered`],
])('%s of a large multi-frame image is made without its other frames', async (_what, getPath) => {
  // A shorter file is read as a whole, which takes less time.
  expect(loop.byteLength).toBeGreaterThan(largeFrom)
  // The server may have rendered a thumbnail in advance.
  for await (const { key } of server.files.list('thumbnails')) await server.files.remove(key)
  const before = watched.bytesRead()
  const { status } = await client.send(getPath())
  expect([status, watched.bytesRead() > before]).toEqual([200, true])
  // The header is looked up in the first megabytes.
  expect(watched.bytesRead() - before).toBeLessThan(largeFrom / 8)
})

test('several frames of a large image are those that were asked for', async () => {
  const before = watched.bytesRead()
  const parts = (await client.send(`${instance}/frames/31,80,2`)).parts()
  expect(parts.map(({ bytes }) => [bytes.byteLength, bytes[0], bytes.at(-2)])).toEqual([
    [frameBytes, 30, 30],
    [frameBytes, 79, 79],
    [frameBytes, 1, 1],
  ])
  expect(watched.bytesRead() - before).toBeLessThan(largeFrom / 4)
})
