import type { StudyId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  dicomFile,
  imageElements,
  imageFile,
} from '../../../../../packages/dicom/src/testing/synthetic-file.ts'
import type { NewElement } from '../../../../../packages/dicom/src/testing/synthetic-file.ts'
import { clinicWithImages, dicomBytes, sha256Of } from '../../testing/clinic-with-images.ts'
import type { ClinicWithImages } from '../../testing/clinic-with-images.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { watchedFiles } from '../../testing/watched-files.ts'

/** Files called dying break in the middle, from the second time they are opened. */
const watched = watchedFiles(async (read, { key, opening, number }) => {
  if (key.includes('dying') && opening > 1 && number > 2) throw new Error('gone')
  return read()
})
let server: TestServer
let clinic: ClinicWithImages
let studyId: StudyId

beforeAll(async () => {
  server = await testServer({}, { aroundFiles: watched.aroundFiles })
  clinic = await clinicWithImages(server, 'Files')
  studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
})
afterAll(() => server.close())

const stored = (bytes: Uint8Array, more: object = {}) =>
  clinic.addImage({ studyId, bytes, ...more })
interface Asked {
  readonly by?: string
  readonly method?: 'GET' | 'HEAD'
  readonly path?: string
}
const ask = (
  id: number,
  headers: Record<string, string> = {},
  { by = clinic.token, method = 'GET', path = '' }: Asked = {},
) =>
  server.app.inject({
    method,
    url: `${server.config.apiBase}image/${id}${path}`,
    headers: { authorization: `Bearer ${by}`, ...headers },
  })
const codeOf = (response: Awaited<ReturnType<typeof ask>>) => [
  response.statusCode,
  response.json<{ code: string }>().code,
]

const long = dicomBytes(Buffer.alloc(1_500_000, 'a long file '))

describe('the file of an image', () => {
  test('is what was stored, byte by byte', async () => {
    const response = await ask(await stored(long))
    expect([response.statusCode, sha256Of(response.rawPayload)]).toEqual([200, sha256Of(long)])
    expect(response.headers).toMatchObject({
      'content-type': 'application/dicom',
      'content-length': String(long.byteLength),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="2\.25\.[\d.]+dcm"/u,
    )
    expect(watched.open()).toBe(0)
  })

  test('is not sent again to whoever has it', async () => {
    const id = await stored(long)
    const { etag } = (await ask(id)).headers
    const again = await ask(id, { 'if-none-match': `"other", ${String(etag)}` })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  })

  test('is described without being sent', async () => {
    const response = await ask(await stored(long), {}, { method: 'HEAD' })
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
    const response = await ask(await stored(long), { range })
    expect(response.statusCode).toBe(206)
    expect(response.headers['content-range']).toBe(`bytes ${start}-${end - 1}/${long.byteLength}`)
    expect(response.rawPayload.equals(long.subarray(start, end))).toBe(true)
  })

  test('has no part behind its end, and is whole for whoever had another one', async () => {
    const id = await stored(long)
    const behind = await ask(id, { range: 'bytes=1500132-' })
    expect([behind.statusCode, behind.headers['content-range']]).toEqual([416, 'bytes */1500132'])
    const changed = await ask(id, { range: 'bytes=0-9', 'if-range': '"before"' })
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, long.byteLength])
  })

  test('carries no program in its preamble, whole or in parts', async () => {
    const program = dicomBytes('image', Buffer.alloc(128, 'MZ'))
    const id = await stored(program)
    const harmless = dicomBytes('image')
    expect((await ask(id)).rawPayload.equals(harmless)).toBe(true)
    const part = await ask(id, { range: 'bytes=0-3' })
    expect(part.rawPayload.equals(Buffer.alloc(4))).toBe(true)
  })

  test('that is not what was stored is given to nobody', async () => {
    const changed = await stored(long, { sha256: sha256Of(dicomBytes('other')) })
    expect(codeOf(await ask(changed))).toEqual([422, 'image/unreadable'])
    expect(codeOf(await ask(changed, { range: 'bytes=0-9' }))).toEqual([422, 'image/unreadable'])
    const short = await stored(long, { byteLength: long.byteLength + 1, sha256: '' })
    expect(codeOf(await ask(short))).toEqual([422, 'image/unreadable'])
    const missing = await clinic.addImage({ studyId, filePath: 'images/none.dcm' })
    expect(codeOf(await ask(missing))).toEqual([404, 'image/missing'])
    expect(watched.open()).toBe(0)
  })

  test('that breaks on the way ends in an error, never in half a file', async () => {
    const id = await stored(long, { filePath: 'images/dying.dcm' })
    await expect(ask(id)).rejects.toThrow('response destroyed before completion')
    expect(watched.open()).toBe(0)
  })

  test('of another clinic does not exist', async () => {
    const id = await stored(long)
    const by = await server.tokenOf(server.second.people.clinicAdmin.id)
    expect(codeOf(await ask(id, {}, { by }))).toEqual([404, 'record/not-found'])
    expect(codeOf(await ask(id, {}, { by, path: '/metadata' }))).toEqual([404, 'record/not-found'])
  })
})

describe('the metadata of an image', () => {
  const pixels = Uint8Array.from({ length: 8 })
  const metadata = async (bytes: Uint8Array) => {
    const response = await ask(await stored(bytes), {}, { path: '/metadata' })
    expect(response.statusCode).toBe(200)
    return response.json<Record<string, unknown>>()
  }

  test('is what the file tells', async () => {
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
    expect(await metadata(imageFile(options, pixels))).toEqual({
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
        table: null,
        isInverted: true,
      },
      spacing: {
        pixelSpacing: [0.1, 0.2],
        imagerPixelSpacing: [0.14, 0.15],
        calibrationType: 'FIDUCIAL',
        magnificationFactor: 1.11,
        distanceSourceToDetector: 1000,
        distanceSourceToPatient: 900,
      },
    })
  })

  test('has the defaults of the specification', async () => {
    const rows: NewElement = [0x00_28_00_10, 'US', [4]]
    expect(await metadata(dicomFile([[0x00_08_00_60, 'CS', 'DX'], rows]))).toMatchObject({
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
    const small = dicomFile([[0x00_08_00_60, 'CS', 'DX'], rows, eightBits])
    expect(await metadata(small)).toMatchObject({ BitsAllocated: 8, BitsStored: 8, HighBit: 7 })
  })

  test.each(['0\\0', '0.1', '-1\\-1', 'a\\b', '1e999\\1', ''])(
    'takes a spacing of %s for none',
    async (spacing) => {
      const more: NewElement[] = [
        [0x00_28_00_30, 'DS', spacing],
        [0x00_18_11_64, 'DS', spacing],
      ]
      expect(await metadata(imageFile({ columns: 2, rows: 2, more }, pixels))).toMatchObject({
        PixelSpacing: [1, 1],
        ImagerPixelSpacing: null,
        isCalibrated: false,
      })
    },
  )

  test('lists every element where that is asked for, sequences and what follows the pixels', async () => {
    const long = 'x'.repeat(2000)
    const more: NewElement[] = [
      [0x00_08_11_40, 'SQ', [[[0x00_08_11_55, 'UI', '2.25.99']]]],
      [0x00_09_00_10, 'LO', 'MAKER'],
      [0x00_09_10_01, 'UT', long],
    ]
    const image = imageElements({ columns: 2, rows: 2, more })
    const behind: NewElement[] = [
      [0x7f_e0_00_10, 'OW', pixels],
      [0xff_fc_ff_fc, 'OB', Buffer.alloc(4)],
    ]
    const id = await stored(dicomFile([...image, ...behind]))
    const response = await ask(id, {}, { path: '/metadata?tags=1' })
    const { tags } = response.json<{ tags: { tag: string; value: string; depth: number }[] }>()
    const byTag = new Map(tags.map((row) => [row.tag, row]))
    expect(byTag.get('(0010,0010)')).toMatchObject({ vr: 'PN', name: 'PatientName', depth: 0 })
    expect(byTag.get('(0008,1155)')).toMatchObject({ value: '2.25.99', depth: 2 })
    expect(byTag.get('(0009,1001)')?.value.length).toBeLessThan(300)
    expect(tags.at(-1)?.tag).toBe('(fffc,fffc)')
    expect((await ask(id, {}, { path: '/metadata' })).json()).not.toHaveProperty('tags')
  })

  test('is found behind megabytes of a maker’s own', async () => {
    for (const bytes of [300_000, 5_000_000]) {
      const more: NewElement[] = [[0x00_09_10_01, 'UN', Buffer.alloc(bytes)]]
      const options = { columns: 2, rows: 2, more }
      expect(await metadata(imageFile(options, pixels))).toMatchObject({ Rows: 2, Columns: 2 })
    }
  })

  test('of what is no DICOM file, is cut or is missing is refused in words', async () => {
    const text = await stored(Buffer.from('not an image at all, but long enough to be looked at'))
    expect(codeOf(await ask(text, {}, { path: '/metadata' }))).toEqual([422, 'image/unreadable'])
    const cut = dicomFile(imageElements({ columns: 2, rows: 2 })).slice(0, -3)
    const id = await stored(cut, { byteLength: cut.byteLength + 3, sha256: '' })
    expect(codeOf(await ask(id, {}, { path: '/metadata' }))).toEqual([422, 'image/unreadable'])
    const missing = await clinic.addImage({ studyId, filePath: 'images/no.dcm' })
    expect(codeOf(await ask(missing, {}, { path: '/metadata' }))).toEqual([404, 'image/missing'])
  })
})
