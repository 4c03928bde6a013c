import type { StudyId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createDicomFile,
  createImageElements,
  createImageFile,
} from '../../../../../../packages/dicom/src/testing/synthetic-file.ts'
import type { NewElement } from '../../../../../../packages/dicom/src/testing/synthetic-file.ts'
import {
  createClinicWithImages,
  createDicomBytes,
  toSha256,
} from '../../../testing/images/clinic-with-images.ts'
import type { ClinicWithImages } from '../../../testing/images/clinic-with-images.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import { watchFiles } from '../../../testing/server/watch-files.ts'

/** Files called dying fail in the middle, from the second time they are opened. */
const watched = watchFiles(async (read, { key, opening, number }) => {
  if (key.includes('dying') && opening > 1 && number > 2) throw new Error('gone')
  return read()
})
let server: TestServer
let clinic: ClinicWithImages
let studyId: StudyId

beforeAll(async () => {
  server = await startTestServer({}, { wrapFiles: watched.wrapFiles })
  clinic = await createClinicWithImages(server, 'Files')
  studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
})
afterAll(() => server.close())

const stored = (bytes: Uint8Array, more: object = {}) =>
  clinic.addImage({ studyId, bytes, ...more })
interface RequestOptions {
  readonly by?: string
  readonly method?: 'GET' | 'HEAD'
  readonly path?: string
}
const request = (
  id: number,
  headers: Record<string, string> = {},
  { by = clinic.token, method = 'GET', path = '' }: RequestOptions = {},
) =>
  server.app.inject({
    method,
    url: `${server.config.apiBase}image/${id}${path}`,
    headers: { authorization: `Bearer ${by}`, ...headers },
  })
const toCode = (response: Awaited<ReturnType<typeof request>>) => [
  response.statusCode,
  response.json<{ code: string }>().code,
]

const long = createDicomBytes(Buffer.alloc(1_500_000, 'a long file '))

describe('the file of an image', () => {
  test('is sent byte for byte as it was stored', async () => {
    const response = await request(await stored(long))
    expect([response.statusCode, toSha256(response.rawPayload)]).toEqual([200, toSha256(long)])
    expect(response.headers).toMatchObject({
      'content-type': 'application/dicom',
      'content-length': String(long.byteLength),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="2\.25\.[\d.]+dcm"/u,
    )
    expect(watched.open()).toBe(0)
  })

  test('is not sent again if the client has it', async () => {
    const id = await stored(long)
    const { etag } = (await request(id)).headers
    const again = await request(id, { 'if-none-match': `"other", ${String(etag)}` })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  })

  test('is described by a HEAD request', async () => {
    const response = await request(await stored(long), {}, { method: 'HEAD' })
    expect([response.statusCode, response.rawPayload.length]).toEqual([200, 0])
    expect(response.headers['content-length']).toBe(String(long.byteLength))
  })

  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=100-200', 100, 201],
    ['bytes=130-140', 130, 141],
    ['bytes=500000-900000', 500_000, 900_001],
    ['bytes=-5', 1_500_127, 1_500_132],
    ['bytes=1400000-', 1_400_000, 1_500_132],
  ])('is sent in parts: %s', async (range, start, end) => {
    const response = await request(await stored(long), { range })
    expect(response.statusCode).toBe(206)
    expect(response.headers['content-range']).toBe(`bytes ${start}-${end - 1}/${long.byteLength}`)
    expect(response.rawPayload.equals(long.subarray(start, end))).toBe(true)
  })

  test('has no range past its end, and is sent whole if If-Range does not match', async () => {
    const id = await stored(long)
    const behind = await request(id, { range: 'bytes=1500132-' })
    expect([behind.statusCode, behind.headers['content-range']]).toEqual([416, 'bytes */1500132'])
    const changed = await request(id, { range: 'bytes=0-9', 'if-range': '"before"' })
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, long.byteLength])
  })

  test('has no executable in its preamble, whole or in parts', async () => {
    const program = createDicomBytes('image', Buffer.alloc(128, 'MZ'))
    const id = await stored(program)
    const harmless = createDicomBytes('image')
    expect((await request(id)).rawPayload.equals(harmless)).toBe(true)
    const part = await request(id, { range: 'bytes=0-3' })
    expect(part.rawPayload.equals(Buffer.alloc(4))).toBe(true)
  })

  test('that differs from the recorded hash is never sent', async () => {
    const changed = await stored(long, { sha256: toSha256(createDicomBytes('other')) })
    expect(toCode(await request(changed))).toEqual([422, 'image/unreadable'])
    expect(toCode(await request(changed, { range: 'bytes=0-9' }))).toEqual([
      422,
      'image/unreadable',
    ])
    const short = await stored(long, { byteLength: long.byteLength + 1, sha256: '' })
    expect(toCode(await request(short))).toEqual([422, 'image/unreadable'])
    const missing = await clinic.addImage({ studyId, filePath: 'images/none.dcm' })
    expect(toCode(await request(missing))).toEqual([404, 'image/missing'])
    expect(watched.open()).toBe(0)
  })

  test('that cannot be read to its end breaks the response off', async () => {
    const id = await stored(long, { filePath: 'images/dying.dcm' })
    await expect(request(id)).rejects.toThrow('response destroyed before completion')
    expect(watched.open()).toBe(0)
  })

  test('of another clinic is not found', async () => {
    const id = await stored(long)
    const by = await server.createToken(server.second.users.clinicAdmin.id)
    expect(toCode(await request(id, {}, { by }))).toEqual([404, 'record/not-found'])
    expect(toCode(await request(id, {}, { by, path: '/metadata' }))).toEqual([
      404,
      'record/not-found',
    ])
  })
})

describe('the metadata of an image', () => {
  const pixels = Uint8Array.from({ length: 8 })
  const metadata = async (bytes: Uint8Array, more: object = {}) => {
    const response = await request(await stored(bytes, more), {}, { path: '/metadata' })
    expect(response.statusCode).toBe(200)
    return response.json<Record<string, unknown>>()
  }

  test('is read from its file', async () => {
    const more: NewElement[] = [
      [0x00_08_00_20, 'DA', '20260210'],
      [0x00_08_00_30, 'TM', '101530.5'],
      [0x00_08_00_80, 'LO', 'Clinique Éte'],
      [0x00_08_10_3e, 'LO', 'Thorax'],
      [0x00_10_00_20, 'LO', 'A-17'],
      [0x00_10_10_30, 'DS', '31.5'],
      [0x00_10_22_01, 'LO', 'Canine'],
      [0x00_10_22_97, 'PN', 'Owner^One'],
      [0x00_18_11_10, 'DS', '1000'],
      [0x00_18_11_11, 'DS', '900'],
      [0x00_18_11_14, 'DS', '1.11'],
      [0x00_18_11_64, 'DS', '0.14\\0.15'],
      [0x00_20_00_11, 'IS', '3'],
      [0x00_28_00_30, 'DS', '0.1\\0.2'],
      [0x00_28_0a_02, 'CS', 'FIDUCIAL'],
      [0x00_28_10_50, 'DS', '2000\\900'],
      [0x00_28_10_51, 'DS', '4000\\300'],
      [0x00_28_10_55, 'LO', 'NORMAL\\BONE'],
      [0x00_28_10_56, 'CS', 'SIGMOID'],
    ]
    const options = { columns: 2, rows: 2, bitsStored: 14, photometric: 'MONOCHROME1', more }
    const ownerId = await clinic.addOwner('One Owner')
    const ofRex = await clinic.addStudy(await clinic.addPatient('Rex', 'A-17', ownerId))
    expect(await metadata(createImageFile(options, pixels), { studyId: ofRex })).toEqual({
      SamplesPerPixel: 1,
      PhotometricInterpretation: 'MONOCHROME1',
      Rows: 2,
      Columns: 2,
      BitsAllocated: 16,
      BitsStored: 14,
      HighBit: 13,
      PixelRepresentation: 0,
      PlanarConfiguration: 0,
      PixelSpacing: [0.1, 0.2],
      ImagerPixelSpacing: [0.14, 0.15],
      isCalibrated: true,
      StudyDate: '20260210',
      StudyTime: '101530.5',
      SeriesNumber: '3',
      PatientSpeciesDescription: 'Canine',
      PatientID: 'A-17',
      PatientName: 'Rex^Owner',
      ResponsiblePerson: 'Owner^One',
      SeriesDescription: 'Thorax',
      InstitutionName: 'Clinique Éte',
      PatientWeight: '31.5',
      ImageLaterality: '',
      ViewPosition: '',
      ViewCodeMeaning: '',
      PatientOrientation: null,
      AnatomicalOrientationType: '',
      isSideContradictory: false,
      display: {
        frames: 1,
        samples: 1,
        bits: 16,
        isSigned: false,
        slope: 1,
        intercept: 0,
        windows: [
          { center: 2000, width: 4000, function: 'SIGMOID', name: 'NORMAL' },
          { center: 900, width: 300, function: 'SIGMOID', name: 'BONE' },
        ],
        tables: [],
        isInverted: true,
      },
      spacing: {
        pixelSpacing: [0.1, 0.2],
        imagerPixelSpacing: [0.14, 0.15],
        pixelAspectRatio: null,
        calibrationType: 'FIDUCIAL',
        magnificationFactor: 1.11,
        distanceSourceToDetector: 1000,
        distanceSourceToPatient: 900,
      },
    })
  })

  test('has the defaults of the specification', async () => {
    const rows: NewElement = [0x00_28_00_10, 'US', [4]]
    expect(await metadata(createDicomFile([[0x00_08_00_60, 'CS', 'DX'], rows]))).toMatchObject({
      SamplesPerPixel: 1,
      PhotometricInterpretation: 'MONOCHROME2',
      Rows: 4,
      Columns: 0,
      BitsAllocated: 16,
      BitsStored: 12,
      HighBit: 11,
      PixelSpacing: [1, 1],
      ImagerPixelSpacing: null,
      isCalibrated: false,
      display: null,
    })
    const eightBits: NewElement = [0x00_28_01_00, 'US', [8]]
    const small = createDicomFile([[0x00_08_00_60, 'CS', 'DX'], rows, eightBits])
    expect(await metadata(small)).toMatchObject({ BitsAllocated: 8, BitsStored: 8, HighBit: 7 })
  })

  test.each(['0\\0', '0.1', '-1\\-1', 'a\\b', '1e999\\1', ''])(
    'ignores an invalid spacing of %s',
    async (spacing) => {
      const more: NewElement[] = [
        [0x00_28_00_30, 'DS', spacing],
        [0x00_18_11_64, 'DS', spacing],
      ]
      expect(await metadata(createImageFile({ columns: 2, rows: 2, more }, pixels))).toMatchObject({
        PixelSpacing: [1, 1],
        ImagerPixelSpacing: null,
        isCalibrated: false,
      })
    },
  )

  test('lists every element on request, including sequences and elements after the pixel data', async () => {
    const long = 'x'.repeat(2000)
    const more: NewElement[] = [
      [0x00_08_11_40, 'SQ', [[[0x00_08_11_55, 'UI', '2.25.99']]]],
      [0x00_09_00_10, 'LO', 'MAKER'],
      [0x00_09_10_01, 'UT', long],
    ]
    const image = createImageElements({ columns: 2, rows: 2, more })
    const behind: NewElement[] = [
      [0x7f_e0_00_10, 'OW', pixels],
      [0xff_fc_ff_fc, 'OB', Buffer.alloc(4)],
    ]
    const id = await stored(createDicomFile([...image, ...behind]))
    const response = await request(id, {}, { path: '/metadata?tags=1' })
    const { tags } = response.json<{ tags: { tag: string; value: string; depth: number }[] }>()
    const byTag = new Map(tags.map((row) => [row.tag, row]))
    expect(byTag.get('(0010,0010)')).toMatchObject({ vr: 'PN', name: 'PatientName', depth: 0 })
    expect(byTag.get('(0008,1155)')).toMatchObject({ value: '2.25.99', depth: 2 })
    expect(byTag.get('(0009,1001)')?.value.length).toBeLessThan(300)
    expect(tags.at(-1)?.tag).toBe('(fffc,fffc)')
    expect((await request(id, {}, { path: '/metadata' })).json()).not.toHaveProperty('tags')
  })

  test('is found after megabytes of private data', async () => {
    for (const bytes of [300_000, 5_000_000]) {
      const more: NewElement[] = [[0x00_09_10_01, 'UN', Buffer.alloc(bytes)]]
      const options = { columns: 2, rows: 2, more }
      expect(await metadata(createImageFile(options, pixels))).toMatchObject({
        Rows: 2,
        Columns: 2,
      })
    }
  })

  test('of a file that is no DICOM, truncated or missing is refused with a reason', async () => {
    const text = await stored(Buffer.from('not an image at all, but long enough to be looked at'))
    expect(toCode(await request(text, {}, { path: '/metadata' }))).toEqual([
      422,
      'image/unreadable',
    ])
    const cut = createDicomFile(createImageElements({ columns: 2, rows: 2 })).slice(0, -3)
    const id = await stored(cut, { byteLength: cut.byteLength + 3, sha256: '' })
    expect(toCode(await request(id, {}, { path: '/metadata' }))).toEqual([422, 'image/unreadable'])
    const missing = await clinic.addImage({ studyId, filePath: 'images/no.dcm' })
    expect(toCode(await request(missing, {}, { path: '/metadata' }))).toEqual([
      404,
      'image/missing',
    ])
  })
})
