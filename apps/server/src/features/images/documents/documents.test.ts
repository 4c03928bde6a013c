import { routes } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import { explicitLittleEndian, writeFileHeader } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.clinicAdmin.id)
})
afterAll(() => server.close())

const storage = '1.2.840.10008.5.1.4.1.1'
const study = { StudyInstanceUID: '2.25.8800', PatientID: 'DOC-1', PatientName: 'Meyer^Rex' }
const codes = (CodeValue: string, CodeMeaning: string, CodingSchemeDesignator = 'DCM') => [
  { CodeValue, CodingSchemeDesignator, CodeMeaning },
]

function createFile(sopClass: string, number: number, attributes: Attributes): Buffer {
  const sopInstanceUid = `2.25.88${number}`
  const attributesOfFile: Attributes = {
    SpecificCharacterSet: 'ISO_IR 192',
    SOPClassUID: sopClass,
    SOPInstanceUID: sopInstanceUid,
    SeriesInstanceUID: `2.25.889${number}`,
    StudyDate: '20260210',
    StudyTime: '090000',
    Modality: 'OT',
    ...study,
    ...attributes,
  }
  return Buffer.from(writeFileHeader(attributesOfFile, { transferSyntaxUid: explicitLittleEndian }))
}

async function importFile(bytes: Buffer, clinicId = server.first.id, by = token) {
  const response = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/import?ClinicId=${clinicId}&name=x.dcm`,
    headers: { authorization: `Bearer ${by}`, 'content-type': 'application/dicom' },
    payload: bytes,
  })
  return response.json<{ outcome: string; imageId: ImageId; studyId: StudyId }>()
}

const pdfBytes = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF')
const createPdf = (number: number, bytes: Uint8Array, title = 'Blood count "March"') =>
  createFile(`${storage}.104.1`, number, {
    Modality: 'DOC',
    DocumentTitle: title,
    MIMETypeOfEncapsulatedDocument: 'application/pdf',
    EncapsulatedDocument: bytes,
    EncapsulatedDocumentLength: bytes.length,
  })

const readDocument = (id: ImageId, by = token) =>
  server.call(routes.document.one, { params: { id } }, by)
const createTicket = async (id: ImageId) =>
  (await server.call(routes.document.createTicket, { params: { id } }, token)).body.ticket
const openTicket = (ticket: string, query = '') =>
  server.app.inject({ url: `${server.config.apiBase}document/ticket/${ticket}${query}` })

test('a received PDF is listed and counted as a document, and opens once by a ticket', async () => {
  const { imageId, studyId } = await importFile(createPdf(1, pdfBytes))
  const listed = await server.call(routes.document.ofStudy, { query: { studyId } }, token)
  expect(listed.body).toMatchObject([{ id: imageId, kind: 'pdf' }])
  const page = await server.call(
    routes.study.page,
    { query: { ClinicId: server.first.id, patientId: 'DOC-1' } },
    token,
  )
  expect(page.body.rows).toMatchObject([
    { imageCount: 0, documentCount: 1, seriesModalities: ['DOC'] },
  ])
  expect((await readDocument(imageId)).body).toMatchObject({
    kind: 'pdf',
    title: 'Blood count "March"',
    content: { form: 'pdf' },
  })

  const ticket = await createTicket(imageId)
  const opened = await openTicket(ticket)
  expect(opened.statusCode).toBe(200)
  // The padding byte of the element is no part of the PDF.
  expect(opened.rawPayload.equals(pdfBytes)).toBe(true)
  expect(opened.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(opened.headers['content-security-policy']).toContain("default-src 'none'")
  expect(opened.headers['content-disposition']).toMatch(/^inline; filename="[^"]*\.pdf"/u)
  expect((await openTicket(ticket)).json()).toMatchObject({ code: 'document/ticket-used' })

  const saved = await openTicket(await createTicket(imageId), '?save=1')
  expect(saved.headers['content-disposition']).toMatch(/^attachment; /u)
})

test('a ticket expires after a minute, and another clinic gets neither ticket nor content', async () => {
  const { imageId, studyId } = await importFile(createPdf(2, pdfBytes))
  const ticket = await createTicket(imageId)
  server.advanceClock(60_000)
  expect((await openTicket(ticket)).json()).toMatchObject({ code: 'document/ticket-used' })

  const other = await server.createToken(server.second.users.clinicAdmin.id)
  expect(await readDocument(imageId, other)).toRefuse('record/not-found')
  expect(
    await server.call(routes.document.createTicket, { params: { id: imageId } }, other),
  ).toRefuse('record/not-found')
  const listed = await server.call(routes.document.ofStudy, { query: { studyId } }, other)
  expect(listed.body).toEqual([])
})

test('bytes that are no PDF are never served as one, whatever the file declares', async () => {
  const pages = ['<html><script>alert(1)</script>', '<!-- -->%PDF-1.4 <script>alert(1)</script>']
  for (const [at, page] of pages.entries()) {
    const { imageId } = await importFile(createPdf(10 + at, Buffer.from(page)))
    const { body } = await readDocument(imageId)
    expect(body.content).toEqual({ form: 'none', reason: 'not-pdf' })
    const opened = await openTicket(await createTicket(imageId))
    expect(opened.statusCode).toBe(415)
    expect(opened.headers['content-type']).toMatch(/^application\/json/u)
  }
})

test('a structured report is read with its units, names and images of the archive', async () => {
  const text = (name: string, value: string): Attributes => ({
    RelationshipType: 'CONTAINS',
    ValueType: 'TEXT',
    ConceptNameCodeSequence: codes('121071', name),
    TextValue: value,
  })
  const pdf = await importFile(createPdf(20, pdfBytes))
  const { imageId } = await importFile(
    createFile(`${storage}.88.33`, 21, {
      Modality: 'SR',
      ValueType: 'CONTAINER',
      ConceptNameCodeSequence: codes('126000', 'Imaging Measurement Report'),
      CompletionFlag: 'PARTIAL',
      VerificationFlag: 'VERIFIED',
      ContentSequence: [
        {
          RelationshipType: 'HAS OBS CONTEXT',
          ValueType: 'PNAME',
          ConceptNameCodeSequence: codes('121008', 'Person Observer Name'),
          PersonName: 'Smith^Anna^^Dr',
        },
        {
          RelationshipType: 'CONTAINS',
          ValueType: 'CONTAINER',
          ConceptNameCodeSequence: codes('121070', 'Findings'),
          ContentSequence: [
            text('Finding', 'Épanchement <b>pleural</b>'),
            {
              RelationshipType: 'CONTAINS',
              ValueType: 'NUM',
              ConceptNameCodeSequence: codes('G-D7FE', 'Length'),
              MeasuredValueSequence: [
                {
                  NumericValue: '12.5',
                  MeasurementUnitsCodeSequence: codes('mm', 'millimeter', 'UCUM'),
                },
              ],
            },
            {
              RelationshipType: 'CONTAINS',
              ValueType: 'IMAGE',
              ReferencedSOPSequence: [
                {
                  ReferencedSOPClassUID: `${storage}.104.1`,
                  ReferencedSOPInstanceUID: '2.25.8820',
                },
              ],
            },
            { RelationshipType: 'CONTAINS', ValueType: 'TABLE' },
          ],
        },
      ],
    }),
  )
  const { body } = await readDocument(imageId)
  expect(body).toMatchObject({ kind: 'report', title: 'Imaging Measurement Report' })
  expect(body.references).toMatchObject([{ sopInstanceUID: '2.25.8820', id: pdf.imageId }])
  expect(body.content).toMatchObject({
    form: 'report',
    report: {
      isComplete: false,
      isVerified: true,
      isCut: false,
      entries: [
        { depth: 0, name: 'Person Observer Name', value: 'Dr Anna Smith', isContext: true },
        { depth: 0, type: 'heading', name: 'Findings' },
        { depth: 1, name: 'Finding', value: 'Épanchement <b>pleural</b>' },
        { depth: 1, name: 'Length', value: '12.5 mm' },
        { depth: 1, type: 'image', sopInstanceUid: '2.25.8820' },
        { depth: 1, type: 'unknown', value: 'TABLE' },
      ],
    },
  })
})

test('an ECG is read in millivolts, and a presentation state with its images', async () => {
  const samples = Int16Array.from([0, 100, -100, 200, 50, -32_768])
  const ecg = await importFile(
    createFile(`${storage}.9.1.1`, 30, {
      Modality: 'ECG',
      WaveformSequence: [
        {
          MultiplexGroupLabel: 'RHYTHM',
          NumberOfWaveformChannels: 2,
          NumberOfWaveformSamples: 3,
          SamplingFrequency: '500',
          ChannelDefinitionSequence: ['Lead I', 'Lead II'].map((lead) => ({
            ChannelSourceSequence: codes('2:1', lead, 'MDC'),
            ChannelSensitivity: '5',
            ChannelSensitivityUnitsSequence: codes('uV', 'microvolt', 'UCUM'),
            ChannelSensitivityCorrectionFactor: '1',
            ChannelBaseline: '0',
          })),
          WaveformBitsAllocated: 16,
          WaveformSampleInterpretation: 'SS',
          WaveformPaddingValue: new Uint8Array([0, 0x80]),
          WaveformData: new Uint8Array(samples.buffer),
        },
      ],
    }),
  )
  expect((await readDocument(ecg.imageId)).body).toMatchObject({
    kind: 'ecg',
    content: {
      waveforms: {
        isCut: false,
        groups: [
          {
            samplesPerSecond: 500,
            channels: [
              { name: 'I', unit: 'mV', scale: 0.005, samples: [0, -100, 50] },
              { name: 'II', samples: [100, 200, null] },
            ],
          },
        ],
      },
    },
  })
  const state = await importFile(
    createFile(`${storage}.11.1`, 31, {
      Modality: 'PR',
      ContentLabel: 'HEART',
      ContentCreatorName: 'Smith^Anna',
      ReferencedSeriesSequence: [
        {
          SeriesInstanceUID: '2.25.88930',
          ReferencedImageSequence: [
            { ReferencedSOPClassUID: `${storage}.9.1.1`, ReferencedSOPInstanceUID: '2.25.8830' },
            { ReferencedSOPClassUID: `${storage}.1.1`, ReferencedSOPInstanceUID: '2.25.404' },
          ],
        },
      ],
    }),
  )
  expect((await readDocument(state.imageId)).body).toMatchObject({
    kind: 'presentation',
    title: 'HEART',
    content: { form: 'presentation', presentation: { creator: 'Anna Smith' } },
    referenceCount: 2,
    references: [{ id: ecg.imageId }],
  })
})

test('an object of an unknown kind can be downloaded as DICOM, and is not an image', async () => {
  const { imageId } = await importFile(createFile(`${storage}.66`, 40, { Modality: 'OT' }))
  expect((await readDocument(imageId)).body).toMatchObject({
    kind: 'raw-data',
    content: { form: 'none', reason: 'not-shown' },
  })
  const file = await server.app.inject({
    url: `${server.config.apiBase}image/${imageId}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(file.statusCode).toBe(200)
})
