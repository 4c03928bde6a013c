import { ImportLine } from '@talus/contract'
import {
  explicitLittleEndian,
  findDataSetStart,
  readDicom,
  transcode,
  writeFileChunks,
} from '@talus/dicom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFile } from '../../../../../../packages/dicom/src/testing/synthetic-file.ts'
import { importFile, openDicomWebClient } from '../../../testing/dicom/dicom-web-client.ts'
import { addGroupLength, createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
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

/** Encodes the sequence of procedure codes and its item without their lengths. */
function openSequence(file: Buffer): Buffer {
  const at = file.indexOf(Buffer.from([0x08, 0, 0x32, 0x10, 0x53, 0x51]))
  const end = at + 12 + file.readUInt32LE(at + 8)
  const undefinedLength = Buffer.alloc(4, 0xff)
  const item = file.subarray(at + 12, at + 16)
  const itemEnd = Buffer.from([0xfe, 0xff, 0x0d, 0xe0, 0, 0, 0, 0])
  const sequenceEnd = Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0])
  const opened = [file.subarray(0, at + 8), undefinedLength, item, undefinedLength]
  const content = file.subarray(at + 20, end)
  return Buffer.concat([...opened, content, itemEnd, sequenceEnd, file.subarray(end)])
}

const procedure = {
  ProcedureCodeSequence: [
    { CodeValue: '1', CodingSchemeDesignator: '99TEST', CodeMeaning: 'Chest' },
  ],
}

test('an object that comes back in another encoding of the same transfer syntax is the stored one', async () => {
  const file = createRadiograph('encoded', procedure)
  expect(await store(file)).toBe('stored')
  expect(await store(addGroupLength(file))).toBe('known')
  expect(await store(openSequence(file))).toBe('known')
  const other = createRadiograph('encoded', { ...procedure, ImageComments: 'Left side' })
  expect(await store(openSequence(other))).toBe('held')
  // The same question in another encoding is not asked twice.
  expect(await store(addGroupLength(other))).toBe('held')
  const waiting = await server.unscopedDb
    .selectFrom('trayEntry')
    .select('id')
    .where('sopInstanceUID', '=', readDicom(file).identity.sopInstanceUid)
    .execute()
  expect(waiting).toHaveLength(1)
})

test('objects are compared without decoding their pixels, which may be impossible', async () => {
  const options = { transferSyntaxUid: jpegLsLossless }
  const file = createRadiograph('not decodable', procedure, options)
  expect(await store(file)).toBe('stored')
  expect(await store(openSequence(file))).toBe('known')
  const other = createRadiograph('not decodable', procedure, { ...options, seed: 2 })
  expect(await store(openSequence(other))).toBe('held')
})

test('an object without pixel data is compared by its values', async () => {
  const bytes = createReport('encoded report')
  expect(await store(bytes)).toBe('stored')
  expect(await store(addGroupLength(bytes))).toBe('known')
  expect(await store(addGroupLength(createReport('encoded report', 'Other title')))).toBe('held')
})

function createReport(name: string, DocumentTitle = 'Report') {
  const chunks = writeFileChunks(
    {
      SOPClassUID: '1.2.840.10008.5.1.4.1.1.104.1',
      SOPInstanceUID: toUid(name),
      StudyInstanceUID: toUid(`study ${name}`),
      SeriesInstanceUID: toUid(`series ${name}`),
      Modality: 'DOC',
      PatientID: 'REPORT-1',
      PatientName: 'Roy^Report',
      DocumentTitle,
      EncapsulatedDocument: Buffer.from('%PDF-1.4 '.repeat(100)),
    },
    { transferSyntaxUid: explicitLittleEndian },
  )
  return Buffer.concat(chunks)
}

test('a deflated object without a patient ID leaves with the ID of the records', async () => {
  const plain = createRadiograph('deflated', {
    PatientID: undefined,
    PatientName: 'Tremblay^Deflated',
    StudyInstanceUID: toUid('deflated study'),
    SeriesInstanceUID: toUid('deflated series'),
  })
  const file = createFile(deflatedLittleEndian, plain.subarray(findDataSetStart(plain).at))
  expect(await store(file)).toBe('stored')
  const { patientId } = await server.unscopedDb
    .selectFrom('study')
    .select('study.patientId')
    .where('study.studyInstanceUID', '=', toUid('deflated study'))
    .executeTakeFirstOrThrow()
  await server.unscopedDb
    .updateTable('patient')
    .set({ patientId: 'DEFLATED-1' })
    .where('patient.id', '=', patientId)
    .execute()
  const client = await openDicomWebClient(server, token)
  const url = `/studies/${toUid('deflated study')}`
  const accept = 'multipart/related; type="application/dicom"; transfer-syntax=*'
  const [part] = (await client.send(url, { accept })).parts()
  const sent = readDicom(part?.bytes ?? new Uint8Array())
  expect(sent.transferSyntax.uid).toBe(deflatedLittleEndian)
  expect(sent.identity.patientId).toBe('DEFLATED-1')
  expect(sent.identity.patientName).toBe('Tremblay^Deflated')
})
