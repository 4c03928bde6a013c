import { ImportLine } from '@talus/contract'
import { findDataSetStart, readDicom, transcode } from '@talus/dicom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFile } from '../../../../../../packages/dicom/src/testing/synthetic-file.ts'
import { importFile, openDicomWebClient } from '../../../testing/dicom/dicom-web-client.ts'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

const implicitLittleEndian = '1.2.840.10008.1.2'
const deflatedLittleEndian = '1.2.840.10008.1.2.1.99'
const jpegLsLossless = '1.2.840.10008.1.2.4.80'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.clinicAdmin.id)
})
afterAll(() => server.close())

const store = async (bytes: Uint8Array) =>
  ImportLine.parse(JSON.parse((await importFile(server, token, bytes)).body)).outcome

test('an object that comes back in another transfer syntax is the stored one', async () => {
  const file = createRadiograph('transcoded', {}, { rows: 64, columns: 48 })
  expect(await store(file)).toBe('stored')
  const compressed = Buffer.concat(await transcode(file, jpegLsLossless))
  expect(await store(compressed)).toBe('known')
  const options = { rows: 64, columns: 48, transferSyntaxUid: implicitLittleEndian }
  expect(await store(createRadiograph('transcoded', {}, options))).toBe('known')
})

test('a compressed object with another value or pixel waits for a user', async () => {
  const size = { rows: 64, columns: 48 }
  expect(await store(createRadiograph('compressed', {}, size))).toBe('stored')
  const otherValue = createRadiograph('compressed', { ImageComments: 'Left side' }, size)
  expect(await store(Buffer.concat(await transcode(otherValue, jpegLsLossless)))).toBe('held')
  const otherPixels = createRadiograph('compressed', {}, { ...size, seed: 2 })
  expect(await store(Buffer.concat(await transcode(otherPixels, jpegLsLossless)))).toBe('held')
})

test('a deflated object without a patient ID leaves with the ID of the records', async () => {
  const plain = createRadiograph('deflated', {
    PatientID: undefined,
    PatientName: 'Tremblay^Deflated',
    StudyInstanceUID: toUid('deflated study'),
    SeriesInstanceUID: toUid('deflated series'),
  })
  const file = createFile(deflatedLittleEndian, plain.subarray(findDataSetStart(plain).at))
  expect(await store(file)).toBe('stored')
  const client = await openDicomWebClient(server, token)
  const url = `/studies/${toUid('deflated study')}`
  const accept = 'multipart/related; type="application/dicom"; transfer-syntax=*'
  const [part] = (await client.send(url, { accept })).parts()
  const sent = readDicom(part?.bytes ?? new Uint8Array())
  expect(sent.transferSyntax.uid).toBe(deflatedLittleEndian)
  expect(sent.identity.patientId).toMatch(/^\d{13}$/u)
  expect(sent.identity.patientName).toBe('Tremblay^Deflated')
})
