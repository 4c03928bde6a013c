import type { ImageId, Stack } from '@talus/contract'
import { readDicom, readPixelValues, transcode } from '@talus/dicom'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  hasSamples,
  listSamples,
  readSample,
  samplesNote,
} from '../../../../../packages/dicom/src/testing/test-data.ts'
import { createClinicWithImages } from '../../testing/images/clinic-with-images.ts'
import type { ClinicWithImages } from '../../testing/images/clinic-with-images.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'
import { createStackClient, getStored } from '../../testing/stacks/stack-client.ts'
import type { ReceivedSlice } from '../../testing/stacks/stack-client.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let server: TestServer
let clinic: ClinicWithImages

beforeAll(async () => {
  server = await startTestServer()
  clinic = await createClinicWithImages(server, 'Scans')
})
afterAll(() => server.close())

const createClient = () => createStackClient(server, () => clinic.token)

/** Records files as images of one study; their headers are read when the stacks are listed. */
async function storeFiles(files: readonly Uint8Array[]) {
  const studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
  const ids: ImageId[] = []
  for (const bytes of files) {
    const id = await clinic.addImage({ studyId, bytes })
    const { seriesInstanceUid, modality } = readDicom(bytes).identity
    await server.unscopedDb
      .updateTable('image')
      .set({ seriesInstanceUID: seriesInstanceUid, modality: modality === 'MR' ? 'MR' : 'CT' })
      .where('id', '=', id)
      .execute()
    ids.push(id)
  }
  return { studyId, ids }
}

/** The modality value of a pixel. */
function measure(stack: Stack, slice: ReceivedSlice | undefined, column: number, row: number) {
  const { slope = NaN, intercept = NaN } = stack.phases[0]?.slices[slice?.index ?? -1] ?? {}
  return slice ? slope * getStored(slice, stack, column, row) + intercept : NaN
}

/** The values of section "reference values": computed with dcmtk. */
const series = [
  {
    folder: 'ct-chest',
    count: 135,
    note: undefined,
    unit: 'HU',
    values: [
      {
        file: 'ct-1-001',
        places: [
          [256, 256, 16],
          [180, 300, -527],
          [330, 200, -5],
        ],
      },
      {
        file: 'ct-1-068',
        places: [
          [256, 256, -852],
          [180, 300, -971],
          [330, 200, -802],
        ],
      },
      {
        file: 'ct-1-135',
        places: [
          [256, 256, 564],
          [180, 300, 66],
          [330, 200, -104],
        ],
      },
    ],
  },
  {
    folder: 'ct-head-tilt',
    count: 28,
    note: 'tilted',
    unit: 'HU',
    values: [
      {
        file: '01',
        places: [
          [256, 256, 997],
          [200, 150, -305],
        ],
      },
      {
        file: '14',
        places: [
          [256, 256, 4],
          [200, 150, 30],
        ],
      },
      {
        file: '28',
        places: [
          [256, 256, 3],
          [200, 150, -1004],
        ],
      },
    ],
  },
  {
    folder: 'mr-t1',
    count: undefined,
    note: undefined,
    unit: null,
    values: [
      {
        file: 'N2D_0192',
        places: [
          [137, 192, 61],
          [100, 150, 31],
        ],
      },
    ],
  },
] as const

describe.each(series)(
  `the series $folder${samplesNote}`,
  ({ folder, count, note, unit, values }) => {
    test.skipIf(!hasSamples)('is one volume whose values are those of dcmtk', async () => {
      const paths = listSamples(folder).filter((path) => path.endsWith('.dcm'))
      const { studyId, ids } = await storeFiles(paths.map((path) => readSample(path)))
      const { stacks, skipped } = await createClient().listStacks(studyId)
      expect(skipped).toBe(0)
      const stack = stacks[0] ?? expect.fail('no stack')
      expect([stacks.length, stack.kind, stack.unit]).toEqual([1, 'volume', unit])
      expect(stack.phases[0]?.slices).toHaveLength(count ?? paths.length)
      if (note) expect(stack.notes.map(({ code }) => code)).toContain(note)
      const received = await createClient().fetchSlices(studyId, stack)
      expect(received.every((slice) => slice.values !== undefined)).toBe(true)
      for (const { file, places } of values) {
        const id = ids[paths.findIndex((path) => path.endsWith(`/${file}.dcm`))]
        const index = stack.phases[0]?.slices.findIndex(({ imageId }) => imageId === id)
        const slice = received.find((one) => one.index === index)
        for (const [column, row, value] of places)
          expect([file, column, row, measure(stack, slice, column, row)]).toEqual([
            file,
            column,
            row,
            value,
          ])
      }
    })
  },
)

const enhanced = 'transfer-syntaxes/pydicom-data'
/** One CT image in many transfer syntaxes. */
const sameImages = listSamples('transfer-syntaxes').filter((path) => path.includes('/CTImage.dcm_'))
const lossless = /_1\.2\.840\.10008\.1\.2(?:\.1|\.1\.99|\.2|\.5|\.4\.(?:57|70|80|90))?\.dcm$/u

test.skipIf(!hasSamples)(
  `slices of every transfer syntax arrive with the same values${samplesNote}`,
  async () => {
    const paths = sameImages.filter((path) => lossless.test(path))
    expect(paths).toHaveLength(9)
    const original = readSample(
      paths.find((path) => path.endsWith('_1.2.840.10008.1.2.1.dcm')) ?? expect.fail('no original'),
    )
    // High-throughput JPEG 2000 and JPEG-LS as this server writes them.
    const written = await Promise.all(
      ['1.2.840.10008.1.2.4.201', '1.2.840.10008.1.2.4.80'].map(async (syntax) =>
        Buffer.concat(await transcode(original, syntax)),
      ),
    )
    const bytes = (await readPixelValues(readDicom(original), 0)).slice()
    const expected = new Int16Array(bytes.buffer)
    for (const file of [...paths.map((path) => readSample(path)), ...written]) {
      const { studyId } = await storeFiles([file])
      const [stack] = (await createClient().listStacks(studyId)).stacks
      if (!stack) return expect.fail('no stack')
      const [slice] = await createClient().fetchSlices(studyId, stack)
      expect(slice?.values).toEqual(expected)
    }
  },
)

test.skipIf(!hasSamples)(
  `enhanced multi-frame images are stacks of their frames${samplesNote}`,
  async () => {
    const { studyId } = await storeFiles([readSample(`${enhanced}/eCT_Supplemental.dcm`)])
    const [stack] = (await createClient().listStacks(studyId)).stacks
    if (!stack) return expect.fail('no stack')
    const slices = stack.phases[0]?.slices ?? []
    expect(slices.map(({ frame, position }) => [frame, position?.[2]])).toEqual([
      [1, -159],
      [2, -149],
    ])
    expect(slices[0]).toMatchObject({ intercept: -1024, window: { center: 49, width: 102 } })
    expect(stack.spacing).toEqual([0.388672, 0.388672])
    const received = await createClient().fetchSlices(studyId, stack)
    const file = readDicom(readSample(`${enhanced}/eCT_Supplemental.dcm`))
    for (const slice of received) {
      const bytes = (await readPixelValues(file, slice.index)).slice()
      const stored = new Uint16Array(bytes.buffer)
      expect(getStored(slice, stack, 250, 300)).toBe(stored[300 * 512 + 250])
    }
  },
)

test.skipIf(!hasSamples)(
  `frames without a position are shown one by one, compressed or not${samplesNote}`,
  async () => {
    for (const name of ['emri_small.dcm', 'emri_small_RLE.dcm']) {
      const { studyId } = await storeFiles([readSample(`${enhanced}/${name}`)])
      const [stack] = (await createClient().listStacks(studyId)).stacks
      if (!stack) return expect.fail(name)
      expect(stack.kind).toBe('stack')
      expect(stack.notes.map(({ code }) => code)).toContain('noPosition')
      const received = await createClient().fetchSlices(studyId, stack)
      expect(received.filter(({ values }) => values !== undefined)).toHaveLength(10)
    }
  },
)
