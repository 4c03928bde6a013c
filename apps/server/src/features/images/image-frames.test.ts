import type { ImageMetadata, StudyId } from '@talus/contract'
import { frameBytes, frameNumbers, readDicom } from '@talus/dicom'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  convert,
  dcmtkNote,
  dcmtkPicture,
  difference,
  hasDcmtk,
} from '../../../../../packages/dicom/src/testing/dcmtk.ts'
import {
  dicomFile,
  elementBytes,
  encapsulated,
  fileOf,
  imageElements,
  imageFile,
  syntaxes,
} from '../../../../../packages/dicom/src/testing/synthetic-file.ts'
import {
  hasSamples,
  readSample,
  samplesNote,
} from '../../../../../packages/dicom/src/testing/test-data.ts'
import { clinicWithImages } from '../../testing/clinic-with-images.ts'
import type { ClinicWithImages } from '../../testing/clinic-with-images.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { watchedFiles } from '../../testing/watched-files.ts'

vi.setConfig({ testTimeout: 60_000 })

/** How many bytes were read out of the store. */
let bytesRead = 0
const watched = watchedFiles(async (read) => {
  const bytes = await read()
  bytesRead += bytes
  return bytes
})
let server: TestServer
let clinic: ClinicWithImages
let studyId: StudyId

beforeAll(async () => {
  server = await testServer({}, { aroundFiles: watched.aroundFiles })
  clinic = await clinicWithImages(server, 'Frames')
  studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
})
afterAll(() => server.close())

const stored = (bytes: Uint8Array) => clinic.addImage({ studyId, bytes })
const ask = (path: string) =>
  server.app.inject({
    url: `${server.config.apiBase}image/${path}`,
    headers: { authorization: `Bearer ${clinic.token}` },
  })
const frameOf = (id: number, frame: number) => ask(`${id}/pixels?frame=${frame}`)
const displayOf = async (id: number) => (await ask(`${id}/metadata`)).json<ImageMetadata>().display

/** Red of each pixel first, then green, then blue: it has to be made anew, frame by frame. */
const planes = (frames: number, side: number) =>
  imageFile(
    {
      columns: side,
      rows: side,
      samples: 3,
      photometric: 'RGB',
      bitsAllocated: 8,
      frames,
      more: [[0x00_28_00_06, 'US', [1]]],
    },
    Uint8Array.from({ length: frames * side * side * 3 }, (_, at) =>
      Math.floor(at / (side * side)),
    ),
  )

describe('a frame of several', () => {
  test('is read without the others', async () => {
    const [frames, side] = [40, 128]
    const id = await stored(planes(frames, side))
    // The first time the whole file is compared with its hash.
    await frameOf(id, 1)
    bytesRead = 0
    const { rawPayload } = await frameOf(id, 31)
    expect(rawPayload).toHaveLength(3 * side * side)
    expect([...rawPayload.subarray(0, 3)]).toEqual([90, 91, 92])
    expect(bytesRead).toBeLessThan(2 * 3 * side * side)
  })

  test('that is not there is refused, however many the file promises', async () => {
    const file = imageFile({ columns: 2, rows: 2, frames: 2_000_000_000 }, [1, 2, 3, 4, 5, 6, 7, 8])
    const id = await stored(file)
    expect((await displayOf(id))?.frames).toBe(2)
    expect([...(await frameOf(id, 2)).rawPayload]).toEqual([5, 0, 6, 0, 7, 0, 8, 0])
    expect((await frameOf(id, 3)).statusCode).toBe(422)
    expect((await frameOf(id, 2_000_000_001)).statusCode).toBe(404)
    const elements = elementBytes(imageElements({ columns: 2, rows: 2, frames: 2_000_000_000 }))
    const packed = fileOf(
      syntaxes.rle,
      new Uint8Array(Buffer.concat([elements, encapsulated([Uint8Array.of(0, 0)])])),
    )
    const rle = await stored(packed)
    expect((await displayOf(rle))?.frames).toBe(16_384)
    expect((await frameOf(rle, 1_900_000_000)).statusCode).toBe(422)
  })

  test.each([
    [[[0x00_08_21_44, 'IS', '25']], 25],
    [[[0x00_18_00_40, 'IS', '12']], 12],
    [[[0x00_18_10_63, 'DS', '30']], 33.33],
    [[[0x00_18_10_65, 'DS', '0\\50\\150']], 10],
    [[[0x00_18_10_63, 'DS', '0']], undefined],
    [[[0x00_18_10_63, 'DS', '-5']], undefined],
    [[[0x00_18_00_40, 'IS', '600']], 120],
    [[[0x00_18_00_40, 'IS', '2000000000']], undefined],
    [[[0x00_18_10_63, 'DS', '4000']], 1],
    [[], undefined],
  ] as const)('is shown as long as the file wishes: %j is %s in a second', async (more, rate) => {
    const file = dicomFile([
      ...imageElements({ columns: 1, rows: 1, frames: 2, more }),
      [0x7f_e0_00_10, 'OW', [1, 2]],
    ])
    expect((await displayOf(await stored(file)))?.frameRate).toBe(rate)
  })
})

const folder = 'transfer-syntaxes'
const multiframe = [
  [`${folder}/colour-multiframe/us_10frames_palette_jpegls.dcm`, 10, 'dcml2pnm', 0],
  [`${folder}/colour-multiframe/us_10frames_palette_rle.dcm`, 10, 'dcm2pnm', 0],
  // Two decoders of one JPEG round differently.
  [`${folder}/colour-multiframe/us_34frames_ybr422_jpeg.dcm`, 34, 'dcmj2pnm', 40],
  [`${folder}/colour-multiframe/us_8frames_ybr_full_jpeg.dcm`, 8, 'dcmj2pnm', 40],
] as const
const greys = [
  [`${folder}/multiframe-ct-bot-variants/CT0012.fragmented_no_bot_jpeg_lossless.70.dcm`, 2],
  [`${folder}/multiframe-ct-bot-variants/CT0012.not_fragmented_bot_rle.dcm`, 2],
  [`${folder}/multiframe-ct-bot-variants/CT0012.not_fragmented_no_bot_jpeg_ls.80.dcm`, 2],
  [`${folder}/seg_liver_dcmqi.dcm`, 3],
] as const

describe.runIf(hasSamples)(`the frames of real files${samplesNote}`, () => {
  const all = [...multiframe, ...greys].map(([name, count]) => [name, count] as const)
  test.each(all)('of %s are those of the file', async (name, count) => {
    const bytes = readSample(name)
    const id = await stored(bytes)
    expect((await displayOf(id))?.frames).toBe(count)
    const file = readDicom(bytes)
    const seen = new Set<string>()
    for (let frame = 1; frame <= count; frame += 1) {
      const { rawPayload, statusCode } = await frameOf(id, frame)
      expect(statusCode).toBe(200)
      expect(rawPayload.equals(await frameNumbers(file, frame - 1))).toBe(true)
      seen.add(rawPayload.toString('base64'))
    }
    expect(seen.size).toBeGreaterThan(1)
    expect((await frameOf(id, count + 1)).statusCode).toBe(404)
  })

  test.runIf(hasDcmtk).each(multiframe)(
    `of %s are those of dcmtk${dcmtkNote}`,
    async (name, count, program, tolerance) => {
      const bytes = readSample(name)
      const id = await stored(bytes)
      // Without a table of offsets dcmtk finds the first one only.
      for (const frame of count === 8 ? [1] : [1, 2, count]) {
        const theirs = dcmtkPicture(bytes, ['--frame', String(frame)], program)
        const ours = { ...theirs, data: new Uint8Array((await frameOf(id, frame)).rawPayload) }
        expect(difference(ours, theirs)).toBeLessThanOrEqual(tolerance)
      }
    },
  )

  test.runIf(hasDcmtk)(`of greys are those of dcmtk${dcmtkNote}`, async () => {
    const bytes = readSample(greys[0][0])
    const id = await stored(bytes)
    const plain = readDicom(new Uint8Array(convert('dcmdjpeg', bytes, [])))
    for (const frame of [1, 2]) {
      const theirs = frameBytes(plain, frame - 1).bytes
      expect((await frameOf(id, frame)).rawPayload.equals(theirs)).toBe(true)
    }
  })
})
