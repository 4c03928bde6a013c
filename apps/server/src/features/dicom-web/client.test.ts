import { frameBytes, readDicom } from '@talus/dicom'
import { api } from 'dicomweb-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dicomWebClient } from '../../testing/dicom-web.ts'
import { radiograph, uidFor } from '../../testing/dicom-objects.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { XmlHttpRequest } from '../../testing/xml-http-request.ts'

/** The client that OHIF is built on, as its makers publish it. */
let server: TestServer
let client: Client

/** What it does; its published types ask for more than it needs, and promise less than it gives. */
interface Client {
  storeInstances(options: { datasets: ArrayBuffer[] }): Promise<unknown>
  searchForStudies(options: { queryParams: object }): Promise<object[]>
  searchForSeries(place: object): Promise<object[]>
  searchForInstances(place: object): Promise<object[]>
  retrieveStudyMetadata(place: object): Promise<object[]>
  retrieveSeriesMetadata(place: object): Promise<object[]>
  retrieveInstanceMetadata(place: object): Promise<object[]>
  retrieveStudy(place: object): Promise<ArrayBuffer[]>
  retrieveInstance(place: object): Promise<ArrayBuffer>
  retrieveInstanceFrames(place: object): Promise<ArrayBuffer[]>
  retrieveInstanceRendered(place: object): Promise<[ArrayBuffer]>
}
const DicomWebClient = api.DICOMwebClient as unknown as new (options: object) => Client

const files = [1, 2].map((number) =>
  radiograph(`web ${number}`, { InstanceNumber: number }, { rows: 40, columns: 30 }),
)
const place = {
  studyInstanceUID: uidFor('study'),
  seriesInstanceUID: uidFor('series'),
  sopInstanceUID: uidFor('image web 1'),
}
const first = files[0] ?? Buffer.alloc(0)

beforeAll(async () => {
  vi.stubGlobal('XMLHttpRequest', XmlHttpRequest)
  server = await testServer()
  const token = await server.tokenOf(server.first.people.staff.id)
  const { root } = await dicomWebClient(server, token)
  client = new DicomWebClient({ url: root, headers: { Authorization: `Bearer ${token}` } })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

const same = (one: ArrayBuffer | undefined, other: Uint8Array) =>
  Buffer.from(one ?? new ArrayBuffer(0)).equals(other)

test('stores, finds, and fetches what it stored', async () => {
  await client.storeInstances({ datasets: files.map((bytes) => new Uint8Array(bytes).buffer) })

  const studies = await client.searchForStudies({ queryParams: { PatientID: 'X-77' } })
  expect(studies).toMatchObject([{ '0020000D': { Value: [place.studyInstanceUID] } }])
  expect(await client.searchForSeries(place)).toHaveLength(1)
  expect(await client.searchForInstances(place)).toHaveLength(2)

  const metadata = await client.retrieveSeriesMetadata(place)
  expect(metadata).toHaveLength(2)
  expect(await client.retrieveStudyMetadata(place)).toEqual(metadata)
  expect(await client.retrieveInstanceMetadata(place)).toEqual(metadata.slice(0, 1))

  const study = await client.retrieveStudy(place)
  expect(study.map((bytes, at) => same(bytes, files[at] ?? first))).toEqual([true, true])
  expect(same(await client.retrieveInstance(place), first)).toBe(true)

  const pixels = frameBytes(readDicom(first), 0).bytes
  const frames = await client.retrieveInstanceFrames({ ...place, frameNumbers: [1] })
  expect(frames.map((bytes) => same(bytes, pixels))).toEqual([true])
  const packed = await client.retrieveInstanceFrames({
    ...place,
    frameNumbers: [1],
    mediaTypes: [{ mediaType: 'image/jls', transferSyntaxUID: '1.2.840.10008.1.2.4.80' }],
  })
  expect(packed).toHaveLength(1)

  const [picture] = await client.retrieveInstanceRendered(place)
  expect([...new Uint8Array(picture).subarray(0, 2)]).toEqual([0xff, 0xd8])
})
