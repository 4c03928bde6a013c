import type { ImageMetadata, StudyId } from '@talus/contract'
import { readFrameBytes, readPixelValues, readDicom } from '@talus/dicom'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  convertWithDcmtk,
  dcmtkNote,
  renderWithDcmtk,
  computeMaxDifference,
  hasDcmtk,
} from '../../../../../../packages/dicom/src/testing/dcmtk.ts'
import {
  createDicomFile,
  encodeElements,
  encapsulate,
  createFile,
  createImageElements,
  createImageFile,
  syntaxes,
} from '../../../../../../packages/dicom/src/testing/synthetic-file.ts'
import {
  hasSamples,
  readSample,
  samplesNote,
} from '../../../../../../packages/dicom/src/testing/test-data.ts'
import { createClinicWithImages } from '../../../testing/images/clinic-with-images.ts'
import type { ClinicWithImages } from '../../../testing/images/clinic-with-images.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import { watchFiles } from '../../../testing/server/watch-files.ts'

vi.setConfig({ testTimeout: 60_000 })

const watched = watchFiles()
let server: TestServer
let clinic: ClinicWithImages
let studyId: StudyId

beforeAll(async () => {
  server = await startTestServer({}, { wrapFiles: watched.wrapFiles })
  clinic = await createClinicWithImages(server, 'Frames')
  studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
})
afterAll(() => server.close())

const stored = (bytes: Uint8Array) => clinic.addImage({ studyId, bytes })
const request = (path: string) =>
  server.app.inject({
    url: `${server.config.apiBase}image/${path}`,
    headers: { authorization: `Bearer ${clinic.token}` },
  })
const requestFrame = (id: number, frame: number) => request(`${id}/pixels?frame=${frame}`)
const requestDisplay = async (id: number) =>
  (await request(`${id}/metadata`)).json<ImageMetadata>().display

/** Colour planes one after the other: the server has to interleave them frame by frame. */
const createPlanarFile = (frames: number, side: number) =>
  createImageFile(
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

describe('a frame of a multi-frame image', () => {
  test('is read without the other frames', async () => {
    // A frame is longer than the prefix in which its position is looked up.
    const [frames, side] = [40, 256]
    const id = await stored(createPlanarFile(frames, side))
    // The first request verifies the hash of the whole file.
    await requestFrame(id, 1)
    const before = watched.bytesRead()
    const { rawPayload } = await requestFrame(id, 31)
    expect(rawPayload).toHaveLength(3 * side * side)
    expect([...rawPayload.subarray(0, 3)]).toEqual([90, 91, 92])
    expect(watched.bytesRead() - before).toBeLessThan(2 * 3 * side * side)
  })

  test('that does not exist is refused, whatever number of frames the file declares', async () => {
    const file = createImageFile(
      { columns: 2, rows: 2, frames: 2_000_000_000 },
      [1, 2, 3, 4, 5, 6, 7, 8],
    )
    const id = await stored(file)
    expect((await requestDisplay(id))?.frames).toBe(2)
    expect([...(await requestFrame(id, 2)).rawPayload]).toEqual([5, 0, 6, 0, 7, 0, 8, 0])
    expect((await requestFrame(id, 3)).statusCode).toBe(422)
    expect((await requestFrame(id, 2_000_000_001)).statusCode).toBe(404)
    const elements = encodeElements(
      createImageElements({ columns: 2, rows: 2, frames: 2_000_000_000 }),
    )
    const packed = createFile(
      syntaxes.rle,
      new Uint8Array(Buffer.concat([elements, encapsulate([Uint8Array.of(0, 0)])])),
    )
    const rle = await stored(packed)
    expect((await requestDisplay(rle))?.frames).toBe(16_384)
    expect((await requestFrame(rle, 1_900_000_000)).statusCode).toBe(422)
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
  ] as const)('has the frame rate of the file: %j is %s per second', async (more, rate) => {
    const file = createDicomFile([
      ...createImageElements({ columns: 1, rows: 1, frames: 2, more }),
      [0x7f_e0_00_10, 'OW', [1, 2]],
    ])
    expect((await requestDisplay(await stored(file)))?.frameRate).toBe(rate)
  })
})

const folder = 'transfer-syntaxes'
const multiframe = [
  [`${folder}/colour-multiframe/us_10frames_palette_jpegls.dcm`, 10, 'dcml2pnm', 0],
  [`${folder}/colour-multiframe/us_10frames_palette_rle.dcm`, 10, 'dcm2pnm', 0],
  // Two JPEG decoders round differently.
  [`${folder}/colour-multiframe/us_34frames_ybr422_jpeg.dcm`, 34, 'dcmj2pnm', 40],
  [`${folder}/colour-multiframe/us_8frames_ybr_full_jpeg.dcm`, 8, 'dcmj2pnm', 40],
] as const
const greyscale = [
  [`${folder}/multiframe-ct-bot-variants/CT0012.fragmented_no_bot_jpeg_lossless.70.dcm`, 2],
  [`${folder}/multiframe-ct-bot-variants/CT0012.not_fragmented_bot_rle.dcm`, 2],
  [`${folder}/multiframe-ct-bot-variants/CT0012.not_fragmented_no_bot_jpeg_ls.80.dcm`, 2],
  [`${folder}/seg_liver_dcmqi.dcm`, 3],
] as const

describe.runIf(hasSamples)(`the frames of real multi-frame files${samplesNote}`, () => {
  const all = [...multiframe, ...greyscale].map(([name, count]) => [name, count] as const)
  test.each(all)('of %s are served as decoded from the file', async (name, count) => {
    const bytes = readSample(name)
    const id = await stored(bytes)
    expect((await requestDisplay(id))?.frames).toBe(count)
    const file = readDicom(bytes)
    const seen = new Set<string>()
    for (let frame = 1; frame <= count; frame += 1) {
      const { rawPayload, statusCode } = await requestFrame(id, frame)
      expect(statusCode).toBe(200)
      expect(rawPayload.equals(await readPixelValues(file, frame - 1))).toBe(true)
      seen.add(rawPayload.toString('base64'))
    }
    expect(seen.size).toBeGreaterThan(1)
    expect((await requestFrame(id, count + 1)).statusCode).toBe(404)
  })

  test.runIf(hasDcmtk).each(multiframe)(
    `of %s equal those of dcmtk${dcmtkNote}`,
    async (name, count, program, tolerance) => {
      const bytes = readSample(name)
      const id = await stored(bytes)
      // Without an offset table dcmtk finds the first frame only.
      for (const frame of count === 8 ? [1] : [1, 2, count]) {
        const theirs = renderWithDcmtk(bytes, ['--frame', String(frame)], program)
        const ours = { ...theirs, data: new Uint8Array((await requestFrame(id, frame)).rawPayload) }
        expect(computeMaxDifference(ours, theirs)).toBeLessThanOrEqual(tolerance)
      }
    },
  )

  test.runIf(hasDcmtk)(`of a greyscale file equal those of dcmtk${dcmtkNote}`, async () => {
    const bytes = readSample(greyscale[0][0])
    const id = await stored(bytes)
    const plain = readDicom(new Uint8Array(convertWithDcmtk('dcmdjpeg', bytes, [])))
    for (const frame of [1, 2]) {
      const theirs = readFrameBytes(plain, frame - 1).bytes
      expect((await requestFrame(id, frame)).rawPayload.equals(theirs)).toBe(true)
    }
  })
})
