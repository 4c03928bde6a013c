import { DicomFault, frameBytes, frameCount, frameIn, readDicom } from '@talus/dicom'
import type { DicomFile } from '@talus/dicom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  hasSamples,
  readSample,
  samplesIn,
  samplesNote,
} from '../../../../../packages/dicom/src/testing/test-data.ts'
import { dicomWebClient, importFile } from '../../testing/dicom-web.ts'
import type { DicomWebClient } from '../../testing/dicom-web.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

const explicitLittleEndian = '1.2.840.10008.1.2.1'
const asStored = 'multipart/related; type="application/dicom"; transfer-syntax=*'

/** Real files, each in a way of its own to hold pixels. */
const paths = samplesIn('transfer-syntaxes').filter((path) => path.endsWith('.dcm'))

describe.skipIf(!hasSamples)(`real files of every transfer syntax${samplesNote}`, () => {
  let server: TestServer
  let client: DicomWebClient
  let token: string

  beforeAll(async () => {
    server = await testServer()
    token = await server.tokenOf(server.first.people.staff.id)
    client = await dicomWebClient(server, token)
  })
  afterAll(() => server.close())

  const placeOf = ({ identity }: DicomFile) =>
    `/studies/${identity.studyInstanceUid}/series/${identity.seriesInstanceUid}/instances/${identity.sopInstanceUid}`

  test.each(paths)('%s', async (path) => {
    const bytes = Buffer.from(readSample(path))
    const { status } = await importFile(server, token, bytes)
    // A few hold no study of their own, or nothing that is an instance: the import tells of them.
    if (status !== 200) return
    const file = readDicom(bytes)
    const place = placeOf(file)
    const whole = await client.send(place, { accept: asStored })
    if (whole.status === 404) return
    const [stored] = whole.parts()
    const ours = readDicom(stored?.bytes ?? Buffer.alloc(0))
    // Several samples are the same instance in other syntaxes: the first of them stays.
    if (ours.transferSyntax.uid !== file.transferSyntax.uid) return
    expect(stored?.bytes.subarray(128).equals(bytes.subarray(128))).toBe(true)
    expect((await client.send(`${place}/metadata`)).status).toBe(200)
    await framesAreRight(file, place)
  })

  async function framesAreRight(file: DicomFile, place: string) {
    const count = attempt(() => frameCount(file))
    const last = count instanceof DicomFault ? 1 : count
    const any = 'multipart/related; type="application/octet-stream"; transfer-syntax=*'
    const answer = await client.send(`${place}/frames/${last}`, { accept: any })
    const expected = attempt(() => frameBytes(file, last - 1, { isLittleEndian: true }))
    if (expected instanceof DicomFault) {
      expect([404, 406, 422]).toContain(answer.status)
      return
    }
    const [part] = answer.parts()
    expect(part?.bytes.equals(expected.bytes)).toBe(true)
    expect(part?.headers['content-type']).toContain(expected.transferSyntaxUid)

    const accept = 'multipart/related; type="application/octet-stream"'
    const plain = await client.send(`${place}/frames/${last}`, { accept })
    const decoded = await frameIn(file, last - 1, explicitLittleEndian).catch(
      (error: unknown) => error,
    )
    if (decoded instanceof Uint8Array) expect(plain.parts()[0]?.bytes.equals(decoded)).toBe(true)
    else expect([404, 406, 422]).toContain(plain.status)
  }
})

function attempt<Result>(work: () => Result): Result | DicomFault {
  try {
    return work()
  } catch (error) {
    if (error instanceof DicomFault) return error
    throw error
  }
}
