import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ImageId } from '@talus/contract'
import {
  DicomFault,
  editDataSet,
  readFrameBytes,
  countFrames,
  transcodeFrame,
  readDicom,
  transcode,
} from '@talus/dicom'
import type { DicomFile } from '@talus/dicom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  hasSamples,
  readSample,
  listSamples,
  samplesNote,
} from '../../../../../../packages/dicom/src/testing/test-data.ts'
import { openDicomWebClient, importFile } from '../../../testing/dicom/dicom-web-client.ts'
import type { DicomWebClient } from '../../../testing/dicom/dicom-web-client.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

const explicitLittleEndian = '1.2.840.10008.1.2.1'
const asStored = 'multipart/related; type="application/dicom"; transfer-syntax=*'

/**
 * Several samples are the same instance in other syntaxes, or contradict each other about their
 * patient. Each becomes an instance of a patient of its own.
 */
const toOwnInstance = (file: Uint8Array, index: number) =>
  editDataSet(file, {
    SOPInstanceUID: `2.25.${index}1`,
    SeriesInstanceUID: `2.25.${index}2`,
    StudyInstanceUID: `2.25.${index}3`,
    PatientID: `SAMPLE-${index}`,
    PatientName: `Owner^Sample ${index}`,
    ResponsiblePerson: 'Owner',
  }).bytes

/** Real files, each with a different encoding of its pixel data. */
const paths = listSamples('transfer-syntaxes').filter((path) => path.endsWith('.dcm'))

describe.skipIf(!hasSamples)(
  `DICOMweb with real files of every transfer syntax${samplesNote}`,
  () => {
    let server: TestServer
    let client: DicomWebClient
    let token: string

    beforeAll(async () => {
      server = await startTestServer()
      token = await server.createToken(server.first.users.staff.id)
      client = await openDicomWebClient(server, token)
    })
    afterAll(() => server.close())

    test.each(paths)('stores and retrieves %s', async (path) => {
      const file = toOwnInstance(readSample(path), paths.indexOf(path))
      const { status, body } = await importFile(server, token, file)
      expect(status).toBe(200)
      const { outcome, imageId } = JSON.parse(body) as { outcome: string; imageId: ImageId }
      expect(outcome).toBe('stored')
      const image = await server.unscopedDb
        .selectFrom('image')
        .innerJoin('study', 'study.id', 'image.studyId')
        .selectAll('image')
        .select('study.studyInstanceUID')
        .where('image.id', '=', imageId)
        .executeTakeFirstOrThrow()
      const stored = await server.files.read(image.filePath)
      const bytes = await buffer(stored ?? Readable.from([]))
      const instancePath = `/studies/${image.studyInstanceUID}/series/${image.seriesInstanceUID}/instances/${image.sopInstanceUID}`
      const [part] = (await client.send(instancePath, { accept: asStored })).parts()
      expect(part?.bytes.equals(bytes)).toBe(true)
      const metadata = await client.send(`${instancePath}/metadata`)
      expect(metadata.json()).toMatchObject([{ '00080018': { Value: [image.sopInstanceUID] } }])
      await expectFrames(readDicom(bytes), instancePath)
      // Many large frames take a minute to decode, and add nothing to the test.
      if (bytes.length < 1_000_000) await expectDecodedFile(bytes, instancePath)
    })

    /** Requested twice, because a worker must be able to handle the next task after a response. */
    async function expectDecodedFile(bytes: Uint8Array, instancePath: string) {
      const chunks = await transcode(bytes, explicitLittleEndian).catch((error: unknown) => error)
      for (const accept of ['application/dicom', 'multipart/related; type="application/dicom"']) {
        const response = await client.send(instancePath, { accept })
        if (!Array.isArray(chunks)) {
          expect([404, 406, 422]).toContain(response.status)
          continue
        }
        expect(response.status).toBe(200)
        const file = accept.startsWith('multipart') ? response.parts()[0]?.bytes : response.body
        const isStored = readDicom(bytes).transferSyntax.uid === explicitLittleEndian
        const expected = isStored ? Buffer.from(bytes) : Buffer.concat(chunks)
        expect(file?.equals(expected)).toBe(true)
      }
    }

    async function expectFrames(file: DicomFile, instancePath: string) {
      const count = attempt(() => countFrames(file))
      const last = count instanceof DicomFault ? 1 : count
      const anySyntax = 'multipart/related; type="application/octet-stream"; transfer-syntax=*'
      const response = await client.send(`${instancePath}/frames/${last}`, { accept: anySyntax })
      const expected = attempt(() => readFrameBytes(file, last - 1, { isLittleEndian: true }))
      if (expected instanceof DicomFault) {
        expect([404, 406, 422]).toContain(response.status)
        return
      }
      const [part] = response.parts()
      expect(part?.bytes.equals(expected.bytes)).toBe(true)
      expect(part?.headers['content-type']).toContain(expected.transferSyntaxUid)

      const accept = 'multipart/related; type="application/octet-stream"'
      const plain = await client.send(`${instancePath}/frames/${last}`, { accept })
      const decoded = await transcodeFrame(file, last - 1, explicitLittleEndian).catch(
        (error: unknown) => error,
      )
      if (decoded instanceof Uint8Array) expect(plain.parts()[0]?.bytes.equals(decoded)).toBe(true)
      else expect([404, 406, 422]).toContain(plain.status)
    }
  },
)

function attempt<Result>(work: () => Result): Result | DicomFault {
  try {
    return work()
  } catch (error) {
    if (error instanceof DicomFault) return error
    throw error
  }
}
