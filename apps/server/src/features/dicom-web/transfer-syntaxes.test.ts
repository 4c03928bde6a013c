import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ImageId } from '@talus/contract'
import { DicomFault, frameBytes, frameCount, frameIn, readDicom, transcode } from '@talus/dicom'
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

  test.each(paths)('%s', async (path) => {
    const { status, body } = await importFile(server, token, readSample(path))
    expect(status).toBe(200)
    const { outcome, imageId } = JSON.parse(body) as { outcome: string; imageId: ImageId }
    // Several samples are the same instance in other syntaxes: the first of them stays.
    if (outcome === 'known') return
    const image = await server.unscopedDb
      .selectFrom('image')
      .innerJoin('study', 'study.id', 'image.studyId')
      .selectAll('image')
      .select('study.studyInstanceUID')
      .where('image.id', '=', imageId)
      .executeTakeFirstOrThrow()
    const kept = await server.files.read(image.filePath)
    const bytes = await buffer(kept ?? Readable.from([]))
    const place = `/studies/${image.studyInstanceUID}/series/${image.seriesInstanceUID}/instances/${image.sopInstanceUID}`
    const [part] = (await client.send(place, { accept: asStored })).parts()
    expect(part?.bytes.equals(bytes)).toBe(true)
    const metadata = await client.send(`${place}/metadata`)
    expect(metadata.json()).toMatchObject([{ '00080018': { Value: [image.sopInstanceUID] } }])
    await framesAreRight(readDicom(bytes), place)
    // Many large frames take a minute to unpack, and say nothing more.
    if (bytes.length < 1_000_000) await unpackedFileIsRight(bytes, place)
  })

  /** Twice, because a worker that has given its answer must be able to give the next one. */
  async function unpackedFileIsRight(bytes: Uint8Array, place: string) {
    const chunks = await transcode(bytes, explicitLittleEndian).catch((error: unknown) => error)
    for (const accept of ['application/dicom', 'multipart/related; type="application/dicom"']) {
      const answer = await client.send(place, { accept })
      if (!Array.isArray(chunks)) {
        expect([404, 406, 422]).toContain(answer.status)
        continue
      }
      expect(answer.status).toBe(200)
      const file = accept.startsWith('multipart') ? answer.parts()[0]?.bytes : answer.body
      const isStored = readDicom(bytes).transferSyntax.uid === explicitLittleEndian
      const expected = isStored ? Buffer.from(bytes) : Buffer.concat(chunks)
      expect(file?.equals(expected)).toBe(true)
    }
  }

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
