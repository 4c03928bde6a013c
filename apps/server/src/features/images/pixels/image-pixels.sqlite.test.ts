import { connect } from 'node:net'
import type { ImageMetadata, StudyId } from '@talus/contract'
import { editDataSet, transcode } from '@talus/dicom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createImageElements,
  createDicomFile,
  createImageFile,
  syntaxes,
} from '../../../../../../packages/dicom/src/testing/synthetic-file.ts'
import {
  hasSamples,
  readSample,
  samplesNote,
} from '../../../../../../packages/dicom/src/testing/test-data.ts'
import { createClinicWithImages, toSha256 } from '../../../testing/images/clinic-with-images.ts'
import type { ClinicWithImages } from '../../../testing/images/clinic-with-images.ts'
import { createRadiograph } from '../../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import { watchFiles } from '../../../testing/server/watch-files.ts'

/** Called before each read, to simulate a slow store. */
let beforeRead = () => Promise.resolve()
const watched = watchFiles(async (read) => {
  await beforeRead()
  return read()
})
let server: TestServer
let clinic: ClinicWithImages
let studyId: StudyId

beforeAll(async () => {
  server = await startTestServer({}, { wrapFiles: watched.wrapFiles })
  clinic = await createClinicWithImages(server, 'Pixels')
  studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
})
afterAll(() => server.close())

const stored = (bytes: Uint8Array, more: object = {}) =>
  clinic.addImage({ studyId, bytes, ...more })
const request = (id: number, query = '', headers: Record<string, string> = {}, by = clinic.token) =>
  server.app.inject({
    url: `${server.config.apiBase}image/${id}/pixels${query}`,
    headers: { authorization: `Bearer ${by}`, ...headers },
  })
const toCode = (response: Awaited<ReturnType<typeof request>>) => [
  response.statusCode,
  response.json<{ code: string }>().code,
]
const requestMetadata = async (id: number) => {
  const response = await server.app.inject({
    url: `${server.config.apiBase}image/${id}/metadata`,
    headers: { authorization: `Bearer ${clinic.token}` },
  })
  return response.json<ImageMetadata>()
}

/**
 * 5 MB, more than is read at a time; every third word has a bit set outside of the twelve stored
 * bits.
 */
const [columns, rows] = [1700, 1501]
const values = Uint16Array.from({ length: columns * rows }, (_, at) => (at * 7) % 4096)
const radiograph = (syntax: string = syntaxes.explicit) =>
  createImageFile(
    { columns, rows, bitsStored: 12 },
    new Uint8Array(values.map((value, at) => (at % 3 === 0 ? value | 0x80_00 : value)).buffer),
    syntax,
  )

test('an image beyond the limits is called too large, with its size, and never damaged', async () => {
  // The size of compressed pixel data says nothing about that of the image.
  const { bytes } = editDataSet(
    Buffer.concat(await transcode(createRadiograph('huge'), '1.2.840.10008.1.2.4.80')),
    { Rows: 9000, Columns: 9000 },
  )
  const id = await stored(bytes)
  expect(toCode(await request(id))).toEqual([422, 'image/too-large'])
  expect((await request(id)).json()).toMatchObject({ message: expect.stringContaining('0 MB') })
  const jpeg = await server.app.inject({
    url: `${server.config.apiBase}image/${id}.jpg`,
    headers: { authorization: `Bearer ${clinic.token}` },
  })
  expect(toCode(jpeg)).toEqual([422, 'image/too-large'])
})

test('an image with fewer pixels than its size is called cut short, not too large', async () => {
  const id = await stored(createRadiograph('announced', { Rows: 65_535, Columns: 65_535 }))
  const reply = await request(id)
  expect(toCode(reply)).toEqual([422, 'image/unreadable'])
  expect(reply.json()).toMatchObject({ message: expect.stringContaining('cut short') })
})

describe('the pixels of an image', () => {
  test('are its stored values in full depth, without unused bits', async () => {
    const response = await request(await stored(radiograph()))
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(values.byteLength),
      'cache-control': 'no-store',
      vary: 'authorization',
      etag: expect.stringMatching(/^"[0-9a-f]{64}-p1-1"$/u),
    })
    expect(toSha256(response.rawPayload)).toBe(toSha256(new Uint8Array(values.buffer)))
    expect(watched.open()).toBe(0)
  })

  test('are the same if the file is compressed', async () => {
    const response = await request(await stored(radiograph(syntaxes.deflated)))
    expect(response.headers['content-length']).toBe(String(values.byteLength))
    expect(toSha256(response.rawPayload)).toBe(toSha256(new Uint8Array(values.buffer)))
  })

  test('are requested by frame number', async () => {
    const bytes = createImageFile({ columns: 2, rows: 1, frames: 3 }, [1, 2, 3, 4, 5, 6])
    const id = await stored(bytes)
    expect((await requestMetadata(id)).display?.frames).toBe(3)
    expect([...(await request(id, '?frame=3')).rawPayload]).toEqual([5, 0, 6, 0])
    expect([...(await request(id)).rawPayload]).toEqual([1, 0, 2, 0])
    expect(toCode(await request(id, '?frame=4'))).toEqual([404, 'record/not-found'])
    expect((await request(id, '?frame=0')).statusCode).toBe(400)
  })

  test('are not sent again if the client has them', async () => {
    const id = await stored(radiograph())
    const { etag } = (await request(id)).headers
    const again = await request(id, '', { 'if-none-match': `"other", ${String(etag)}` })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    const other = await request(id, '?frame=2', { 'if-none-match': String(etag) })
    expect(toCode(other)).toEqual([404, 'record/not-found'])
  })

  test('of a file that is changed, truncated, missing or no image are refused with a reason', async () => {
    const changed = await stored(radiograph(), { sha256: toSha256(Buffer.from('other')) })
    expect(toCode(await request(changed))).toEqual([422, 'image/unreadable'])
    const packed = await stored(radiograph(syntaxes.deflated), { sha256: 'a'.repeat(64) })
    expect(toCode(await request(packed))).toEqual([422, 'image/unreadable'])
    const cut = radiograph().slice(0, -1000)
    expect(toCode(await request(await stored(cut)))).toEqual([422, 'image/unreadable'])
    const report = await stored(createDicomFile(createImageElements({ columns: 2, rows: 2 })))
    expect(toCode(await request(report))).toEqual([422, 'image/unreadable'])
    const text = await stored(Buffer.from('not an image at all, but long enough to be looked at'))
    expect(toCode(await request(text))).toEqual([422, 'image/unreadable'])
    const missing = await clinic.addImage({ studyId, filePath: 'images/no.dcm' })
    expect(toCode(await request(missing))).toEqual([404, 'image/missing'])
    expect(watched.open()).toBe(0)
  })

  test('of another clinic are not found', async () => {
    const by = await server.createToken(server.second.users.clinicAdmin.id)
    expect(toCode(await request(await stored(radiograph()), '', {}, by))).toEqual([
      404,
      'record/not-found',
    ])
  })

  test('are not read any further after the client has disconnected', async () => {
    const id = await stored(radiograph())
    await request(id)
    const address = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }))
    const { promise: isReading, resolve: reading } = Promise.withResolvers<void>()
    const { promise: goOn, resolve: free } = Promise.withResolvers<void>()
    beforeRead = () => {
      reading()
      return goOn
    }
    const socket = connect(Number(address.port), address.hostname)
    socket.write(
      `GET ${server.config.apiBase}image/${id}/pixels HTTP/1.1\r\nhost: x\r\n` +
        `authorization: Bearer ${clinic.token}\r\n\r\n`,
    )
    await isReading
    expect(watched.open()).toBe(1)
    socket.destroy()
    beforeRead = () => Promise.resolve()
    free()
    await expect.poll(watched.open).toBe(0)
  })
})

describe.runIf(hasSamples)(`the pixels of real files${samplesNote}`, () => {
  test.each([
    ['radiographs/human/RG3_tibia_mono1_10bit_JLSL.dcm', 1760 * 1760 * 2, true],
    ['radiographs/vet/dx_dog_stifle_tibia_lateral_idexx_jpeg_ybr422.dcm', 2421 * 1296 * 3, false],
    ['transfer-syntaxes/pydicom-small/MR_small_bigendian.dcm', 64 * 64 * 2, false],
  ])('(%s) have as many bytes as their metadata say', async (name, length, isInverted) => {
    const id = await stored(readSample(name))
    const { display, Rows, Columns } = await requestMetadata(id)
    const { samples = 0, bits = 0 } = display ?? {}
    expect([Rows * Columns * samples * (bits / 8), display?.isInverted]).toEqual([
      length,
      isInverted,
    ])
    expect((await request(id)).rawPayload.byteLength).toBe(length)
  })
})

describe('an image that is too large to be decoded', () => {
  /** 81 million pixels of 16 bits: 162 MB. The value of a pixel depends on its square of four. */
  const edge = 9000
  const large = (attributes: object = {}) => {
    const pixels = new Uint16Array(edge * edge)
    for (let row = 0; row < edge; row += 1)
      pixels.fill(100 + 10 * (row % 2) + 4 * (row >>> 1), row * edge, (row + 1) * edge)
    return createImageFile(
      { columns: edge, rows: edge, bitsStored: 16, ...attributes },
      new Uint8Array(pixels.buffer),
    )
  }

  test('is sent reduced, as its metadata say, and rendered as a thumbnail', async () => {
    const id = await stored(large())
    const { Rows, Columns, display } = await requestMetadata(id)
    expect([Rows, Columns]).toEqual([edge, edge])
    expect(display?.reduction).toEqual({ step: 2, columns: 4500, rows: 4500 })
    const response = await request(id)
    expect(response.statusCode).toBe(200)
    const { buffer, byteOffset } = response.rawPayload
    const values = new Uint16Array(buffer.slice(byteOffset, byteOffset + 2 * 4500 * 4500))
    expect(values).toHaveLength(4500 * 4500)
    // The mean of 100 + 4n and 110 + 4n.
    expect([values[0], values[4500], values[4500 * 4499 + 4499]]).toEqual([
      105,
      109,
      105 + 4 * 4499,
    ])
    const jpeg = await server.app.inject({
      url: `${server.config.apiBase}image/${id}.jpg?size=256`,
      headers: { authorization: `Bearer ${clinic.token}` },
    })
    expect(jpeg.statusCode).toBe(200)
    expect(watched.open()).toBe(0)
  }, 120_000)
})
