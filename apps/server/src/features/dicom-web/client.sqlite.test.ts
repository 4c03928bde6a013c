import { readFrameBytes, readDicom } from '@talus/dicom'
import { api } from 'dicomweb-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDicomWebClient } from '../../testing/dicom/dicom-web-client.ts'
import { createRadiograph, toUid } from '../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'
import { XmlHttpRequest } from '../../testing/dicom/xml-http-request.ts'

/** The client library of OHIF, as published. */
let server: TestServer
let client: Client

/**
 * The methods that the test uses; the published types require more than needed, and promise less
 * than is returned.
 */
interface Client {
  storeInstances(options: { datasets: ArrayBuffer[] }): Promise<unknown>
  searchForStudies(options: { queryParams: object }): Promise<object[]>
  searchForSeries(instance: object): Promise<object[]>
  searchForInstances(instance: object): Promise<object[]>
  retrieveStudyMetadata(instance: object): Promise<object[]>
  retrieveSeriesMetadata(instance: object): Promise<object[]>
  retrieveInstanceMetadata(instance: object): Promise<object[]>
  retrieveStudy(instance: object): Promise<ArrayBuffer[]>
  retrieveInstance(instance: object): Promise<ArrayBuffer>
  retrieveInstanceFrames(instance: object): Promise<ArrayBuffer[]>
  retrieveInstanceRendered(instance: object): Promise<[ArrayBuffer]>
}
const DicomWebClient = api.DICOMwebClient as unknown as new (options: object) => Client

const files = [1, 2].map((number) =>
  createRadiograph(`web ${number}`, { InstanceNumber: number }, { rows: 40, columns: 30 }),
)
const instance = {
  studyInstanceUID: toUid('study'),
  seriesInstanceUID: toUid('series'),
  sopInstanceUID: toUid('image web 1'),
}
const first = files[0] ?? Buffer.alloc(0)

beforeAll(async () => {
  vi.stubGlobal('XMLHttpRequest', XmlHttpRequest)
  server = await startTestServer()
  const token = await server.createToken(server.first.users.staff.id)
  const { root } = await openDicomWebClient(server, token)
  client = new DicomWebClient({ url: root, headers: { Authorization: `Bearer ${token}` } })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

const isSame = (one: ArrayBuffer | undefined, other: Uint8Array) =>
  Buffer.from(one ?? new ArrayBuffer(0)).equals(other)

test('dicomweb-client stores, finds and retrieves instances', async () => {
  await client.storeInstances({ datasets: files.map((bytes) => new Uint8Array(bytes).buffer) })

  const studies = await client.searchForStudies({ queryParams: { PatientID: 'X-77' } })
  expect(studies).toMatchObject([{ '0020000D': { Value: [instance.studyInstanceUID] } }])
  expect(await client.searchForSeries(instance)).toHaveLength(1)
  expect(await client.searchForInstances(instance)).toHaveLength(2)

  const metadata = await client.retrieveSeriesMetadata(instance)
  expect(metadata).toHaveLength(2)
  expect(await client.retrieveStudyMetadata(instance)).toEqual(metadata)
  expect(await client.retrieveInstanceMetadata(instance)).toEqual(metadata.slice(0, 1))

  const study = await client.retrieveStudy(instance)
  expect(study.map((bytes, at) => isSame(bytes, files[at] ?? first))).toEqual([true, true])
  expect(isSame(await client.retrieveInstance(instance), first)).toBe(true)

  const pixels = readFrameBytes(readDicom(first), 0).bytes
  const frames = await client.retrieveInstanceFrames({ ...instance, frameNumbers: [1] })
  expect(frames.map((bytes) => isSame(bytes, pixels))).toEqual([true])
  const packed = await client.retrieveInstanceFrames({
    ...instance,
    frameNumbers: [1],
    mediaTypes: [{ mediaType: 'image/jls', transferSyntaxUID: '1.2.840.10008.1.2.4.80' }],
  })
  expect(packed).toHaveLength(1)

  const [jpeg] = await client.retrieveInstanceRendered(instance)
  expect([...new Uint8Array(jpeg).subarray(0, 2)]).toEqual([0xff, 0xd8])
})
