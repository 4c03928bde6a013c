import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDicom, transcodeFrame } from '@talus/dicom'
import { createRadiograph, createUndecodable, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { openDicomWebClient, importFile } from '../../../testing/dicom/dicom-web-client.ts'
import type { DicomWebClient } from '../../../testing/dicom/dicom-web-client.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let client: DicomWebClient

const study = { StudyInstanceUID: toUid('broken'), SeriesInstanceUID: toUid('broken s') }
const intact = [1, 3, 4].map((number) =>
  createRadiograph(`b${number}`, { ...study, InstanceNumber: number }),
)
const [first = Buffer.alloc(0), ...rest] = intact
const undecodable = createUndecodable('b2', { ...study, InstanceNumber: 2 })
const cine = { StudyInstanceUID: toUid('cine'), SeriesInstanceUID: toUid('cine s') }
const jpegLsSyntax = '1.2.840.10008.1.2.4.80'
/** Two frames, of which the second one cannot be decoded. */
async function createCine() {
  const frame = await transcodeFrame(readDicom(createRadiograph('cine')), 0, jpegLsSyntax)
  return createRadiograph(
    'cine',
    { ...cine, NumberOfFrames: 2 },
    {
      transferSyntaxUid: jpegLsSyntax,
      compressedFrames: [frame, Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)],
    },
  )
}
const studyPath = `/studies/${study.StudyInstanceUID}`
const seriesPath = `${studyPath}/series/${study.SeriesInstanceUID}`
const brokenPath = `${seriesPath}/instances/${toUid('image b2')}`
const cinePath = `/studies/${cine.StudyInstanceUID}/series/${cine.SeriesInstanceUID}/instances/${toUid('image cine')}`

const dicom = 'multipart/related; type="application/dicom"'
const explicit = `${dicom}; transfer-syntax=1.2.840.10008.1.2.1`
const jpegLs = `${dicom}; transfer-syntax=${jpegLsSyntax}`
const octets = 'multipart/related; type="application/octet-stream"'
const asStored = `${dicom}; transfer-syntax=*`

beforeAll(async () => {
  server = await startTestServer()
  const token = await server.createToken(server.first.users.staff.id)
  for (const bytes of [...intact, undecodable, await createCine()])
    await importFile(server, token, bytes)
  client = await openDicomWebClient(server, token)
})
afterAll(() => server.close())

test.each([
  ['the study by default', studyPath, undefined],
  ['the study in explicit little endian', studyPath, explicit],
  ['the study in JPEG-LS', studyPath, jpegLs],
  ['the series by default', seriesPath, dicom],
])('an instance that cannot be decoded is left out of %s', async (_what, path, accept) => {
  for (let times = 0; times < 2; times += 1) {
    const response = await client.send(path, accept === undefined ? {} : { accept })
    expect(response.status).toBe(206)
    expect(response.headers['warning']).toContain(toUid('image b2'))
    expect(response.headers['etag']).toBeUndefined()
    expect(response.parts().map(({ bytes }) => readDicom(bytes).identity.sopInstanceUid)).toEqual(
      ['b1', 'b3', 'b4'].map((name) => toUid(`image ${name}`)),
    )
  }
})

test('an instance that cannot be decoded is sent as it is stored if the client accepts that', async () => {
  for (const accept of [asStored, `${explicit}, ${asStored};q=0.5`]) {
    const response = await client.send(studyPath, { accept })
    expect(response.status).toBe(200)
    expect(response.headers['warning']).toBeUndefined()
    const parts = response.parts()
    expect(parts.map(({ bytes }) => bytes)).toEqual([first, undecodable, ...rest])
    expect(parts[1]?.headers['content-type']).toContain('1.2.840.10008.1.2.4.50')
  }
  const one = await client.send(brokenPath, { accept: `${explicit}, ${asStored};q=0.5` })
  expect(one.parts().map(({ bytes }) => bytes)).toEqual([undecodable])
})

test('an instance that cannot be decoded, and each of its frames, is refused by itself', async () => {
  for (const [path, accept] of [
    [brokenPath, dicom],
    [brokenPath, 'application/dicom'],
    [`${brokenPath}/frames/1`, octets],
    [cinePath, dicom],
    [`${cinePath}/frames/1,2`, octets],
    [`${cinePath}/bulkdata/7FE00010`, octets],
  ] as const) {
    const response = await client.send(path, { accept })
    expect(response.status).toBe(422)
    expect(response.json()).toMatchObject({ code: 'image/unreadable' })
  }
  const readable = await client.send(`${cinePath}/frames/1`, { accept: octets })
  expect(readable.parts()).toHaveLength(1)
})
