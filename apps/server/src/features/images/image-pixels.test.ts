import { connect } from 'node:net'
import type { ImageMetadata, StudyId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  imageElements,
  dicomFile,
  imageFile,
  syntaxes,
} from '../../../../../packages/dicom/src/testing/synthetic-file.ts'
import {
  hasSamples,
  readSample,
  samplesNote,
} from '../../../../../packages/dicom/src/testing/test-data.ts'
import { clinicWithImages, sha256Of } from '../../testing/clinic-with-images.ts'
import type { ClinicWithImages } from '../../testing/clinic-with-images.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { watchedFiles } from '../../testing/watched-files.ts'

/** What a slow store does before each read. */
let beforeRead = () => Promise.resolve()
const watched = watchedFiles(async (read) => {
  await beforeRead()
  return read()
})
let server: TestServer
let clinic: ClinicWithImages
let studyId: StudyId

beforeAll(async () => {
  server = await testServer({}, { aroundFiles: watched.aroundFiles })
  clinic = await clinicWithImages(server, 'Pixels')
  studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
})
afterAll(() => server.close())

const stored = (bytes: Uint8Array, more: object = {}) =>
  clinic.addImage({ studyId, bytes, ...more })
const ask = (id: number, query = '', headers: Record<string, string> = {}, by = clinic.token) =>
  server.app.inject({
    url: `${server.config.apiBase}image/${id}/pixels${query}`,
    headers: { authorization: `Bearer ${by}`, ...headers },
  })
const codeOf = (response: Awaited<ReturnType<typeof ask>>) => [
  response.statusCode,
  response.json<{ code: string }>().code,
]
const metadataOf = async (id: number) => {
  const response = await server.app.inject({
    url: `${server.config.apiBase}image/${id}/metadata`,
    headers: { authorization: `Bearer ${clinic.token}` },
  })
  return response.json<ImageMetadata>()
}

/** 5 MB, more than is read at a time; every word has a foreign bit beside its twelve. */
const [columns, rows] = [1700, 1501]
const values = Uint16Array.from({ length: columns * rows }, (_, at) => (at * 7) % 4096)
const radiograph = (syntax: string = syntaxes.explicit) =>
  imageFile(
    { columns, rows, bitsStored: 12 },
    new Uint8Array(values.map((value, at) => (at % 3 === 0 ? value | 0x80_00 : value)).buffer),
    syntax,
  )

describe('the pixels of an image', () => {
  test('are its numbers in full depth, without what lies beside them', async () => {
    const response = await ask(await stored(radiograph()))
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(values.byteLength),
      'cache-control': 'private, no-cache',
      vary: 'authorization',
      etag: expect.stringMatching(/^"[0-9a-f]{64}-p1-1"$/u),
    })
    expect(sha256Of(response.rawPayload)).toBe(sha256Of(new Uint8Array(values.buffer)))
    expect(watched.open()).toBe(0)
  })

  test('are the same where the file has to be unpacked for them', async () => {
    const response = await ask(await stored(radiograph(syntaxes.deflated)))
    expect(response.headers['content-length']).toBe(String(values.byteLength))
    expect(sha256Of(response.rawPayload)).toBe(sha256Of(new Uint8Array(values.buffer)))
  })

  test('of each frame are asked for by its number', async () => {
    const bytes = imageFile({ columns: 2, rows: 1, frames: 3 }, [1, 2, 3, 4, 5, 6])
    const id = await stored(bytes)
    expect((await metadataOf(id)).display?.frames).toBe(3)
    expect([...(await ask(id, '?frame=3')).rawPayload]).toEqual([5, 0, 6, 0])
    expect([...(await ask(id)).rawPayload]).toEqual([1, 0, 2, 0])
    expect(codeOf(await ask(id, '?frame=4'))).toEqual([404, 'record/not-found'])
    expect((await ask(id, '?frame=0')).statusCode).toBe(400)
  })

  test('are not sent again to whoever has them', async () => {
    const id = await stored(radiograph())
    const { etag } = (await ask(id)).headers
    const again = await ask(id, '', { 'if-none-match': `"other", ${String(etag)}` })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    const other = await ask(id, '?frame=2', { 'if-none-match': String(etag) })
    expect(codeOf(other)).toEqual([404, 'record/not-found'])
  })

  test('that are not what was stored, are cut, missing or no picture are refused in words', async () => {
    const changed = await stored(radiograph(), { sha256: sha256Of(Buffer.from('other')) })
    expect(codeOf(await ask(changed))).toEqual([422, 'image/unreadable'])
    const packed = await stored(radiograph(syntaxes.deflated), { sha256: 'a'.repeat(64) })
    expect(codeOf(await ask(packed))).toEqual([422, 'image/unreadable'])
    const cut = radiograph().slice(0, -1000)
    expect(codeOf(await ask(await stored(cut)))).toEqual([422, 'image/unreadable'])
    const report = await stored(dicomFile(imageElements({ columns: 2, rows: 2 })))
    expect(codeOf(await ask(report))).toEqual([422, 'image/unreadable'])
    const text = await stored(Buffer.from('not an image at all, but long enough to be looked at'))
    expect(codeOf(await ask(text))).toEqual([422, 'image/unreadable'])
    const missing = await clinic.addImage({ studyId, filePath: 'images/no.dcm' })
    expect(codeOf(await ask(missing))).toEqual([404, 'image/missing'])
    expect(watched.open()).toBe(0)
  })

  test('of another clinic do not exist', async () => {
    const by = await server.tokenOf(server.second.people.clinicAdmin.id)
    expect(codeOf(await ask(await stored(radiograph()), '', {}, by))).toEqual([
      404,
      'record/not-found',
    ])
  })

  test('are not read on when the reader has left', async () => {
    const id = await stored(radiograph())
    await ask(id)
    const address = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }))
    const { promise: isReading, resolve: reading } = Promise.withResolvers<void>()
    const { promise: goOn, resolve: free } = Promise.withResolvers<void>()
    beforeRead = () => {
      reading()
      return goOn
    }
    const line = connect(Number(address.port), address.hostname)
    line.write(
      `GET ${server.config.apiBase}image/${id}/pixels HTTP/1.1\r\nhost: x\r\n` +
        `authorization: Bearer ${clinic.token}\r\n\r\n`,
    )
    await isReading
    expect(watched.open()).toBe(1)
    line.destroy()
    beforeRead = () => Promise.resolve()
    free()
    await expect.poll(watched.open).toBe(0)
  })
})

describe.runIf(hasSamples)(`real files${samplesNote}`, () => {
  test.each([
    ['radiographs/human/RG3_tibia_mono1_10bit_JLSL.dcm', 1760 * 1760 * 2, true],
    ['radiographs/vet/dx_dog_stifle_tibia_lateral_idexx_jpeg_ybr422.dcm', 2421 * 1296 * 3, false],
    ['transfer-syntaxes/pydicom-small/MR_small_bigendian.dcm', 64 * 64 * 2, false],
  ])('%s have as many bytes as their metadata say', async (name, length, isInverted) => {
    const id = await stored(readSample(name))
    const { display, Rows, Columns } = await metadataOf(id)
    const { samples = 0, bits = 0 } = display ?? {}
    expect([Rows * Columns * samples * (bits / 8), display?.isInverted]).toEqual([
      length,
      isInverted,
    ])
    expect((await ask(id)).rawPayload.byteLength).toBe(length)
  })
})
