import { describe, expect, test, vi } from 'vitest'
import { readDicom } from '../read/read-dicom.ts'
import { computeMaxDifference, dcmtkNote, hasDcmtk, renderWithDcmtk } from '../testing/dcmtk.ts'
import { createImageFile } from '../testing/synthetic-file.ts'
import type { NewElement } from '../testing/synthetic-file.ts'
import { hasSamples, listVariedSamples, readSample, samplesNote } from '../testing/test-data.ts'
import { describeImage } from '../read/image.ts'
import { renderPlainFrame } from './render.ts'
import type { RenderOptions } from './render.ts'
import { isGreyscale } from './display.ts'
import { readVoiLut } from './voi-lut.ts'

// The tests start dozens of programs, on a computer that may be busy.
vi.setConfig({ testTimeout: 120_000 })

/** Decoding a larger image again for each of its windows would take minutes. */
const pixelsMax = 2_500_000

type Program = 'dcm2pnm' | 'dcmj2pnm' | 'dcml2pnm'

/** JPEG 2000 and deflated files need other programs. */
function findProgram(syntax: string): Program | undefined {
  if (/\.1\.2(?:\.1|\.2|\.5)?$/u.test(syntax)) return 'dcm2pnm'
  if (/\.1\.2\.4\.(?:57|70)$/u.test(syntax)) return 'dcmj2pnm'
  return syntax.endsWith('.1.2.4.80') ? 'dcml2pnm' : undefined
}

/** Every way of showing a file, and how to ask dcmtk for it. */
function listWays(file: ReturnType<typeof readDicom>): [readonly string[], RenderOptions][] {
  const { isSigned } = describeImage(file.dataSet)
  const { windows, tables } = readVoiLut(file.dataSet, 0, isSigned)
  return [
    ...windows.map((window, at): [readonly string[], RenderOptions] => [
      ['--use-window', String(at + 1)],
      { window },
    ]),
    ...tables.map((_, voiLut): [readonly string[], RenderOptions] => [
      ['--use-voi-lut', String(voiLut + 1)],
      { voiLut },
    ]),
  ]
}

/** The largest difference of each way from dcmtk, by its options. */
async function compareWays(bytes: Uint8Array, program: Program) {
  const file = readDicom(bytes)
  const differences: Record<string, number> = {}
  for (const [at, [options, choice]] of listWays(file).entries()) {
    const expected = renderWithDcmtk(bytes, options, program)
    // The first way is the default, with which JPEGs and thumbnails are rendered.
    const shown = (await renderPlainFrame(file, at === 0 ? {} : choice)).rendered
    differences[options.join(' ')] = computeMaxDifference(shown, expected)
  }
  return differences
}

interface Sample {
  readonly path: string
  readonly program: Program
}

/** Greyscale samples with a window or a VOI LUT; those of `charset` differ in their texts only. */
function listSamples(): Sample[] {
  return listVariedSamples()
    .filter((path) => !/^(?:malformed|charset)\//u.test(path))
    .flatMap((path) => {
      try {
        const file = readDicom(readSample(path))
        const image = describeImage(file.dataSet)
        const program = findProgram(file.transferSyntax.uid)
        const isMeant =
          isGreyscale(image) &&
          image.bitsStored <= 16 &&
          image.frames === 1 &&
          image.columns * image.rows <= pixelsMax &&
          listWays(file).length > 0
        return program && isMeant ? [{ path, program }] : []
      } catch {
        return []
      }
    })
}

describe.runIf(hasSamples && hasDcmtk)(
  `windows and VOI LUTs of real files equal dcmtk${samplesNote}${dcmtkNote}`,
  () => {
    test('every window and every VOI LUT of the samples equals dcmtk within one grey level', async () => {
      const samples = listSamples()
      expect(samples.length).toBeGreaterThan(10)
      for (const { path, program } of samples) {
        const differences = await compareWays(readSample(path), program)
        const wrong = Object.entries(differences).filter(([, most]) => most > 1)
        expect([path, wrong]).toEqual([path, []])
      }
    })

    test('a radiograph with three windows and three VOI LUTs has all six', async () => {
      const bytes = readSample('radiographs/human/dx_hands_14bit_overlay_evle.dcm')
      const { windows, tables } = readVoiLut(readDicom(bytes).dataSet, 0, false)
      const names = ['NORMAL', 'HARDER', 'SOFTER']
      expect(windows.map(({ name }) => name)).toEqual(names)
      expect(tables.map(({ name }) => name)).toEqual(names)
      const differences = await compareWays(bytes, 'dcm2pnm')
      expect(Object.values(differences).every((most) => most <= 1)).toBe(true)
      expect(Object.keys(differences)).toHaveLength(6)
    })
  },
)

describe.runIf(hasDcmtk)(`generated windows and VOI LUTs equal dcmtk${dcmtkNote}`, () => {
  const createTable = (bits: number, toValue: (at: number) => number): NewElement[] => [
    [0x00_28_30_02, 'US', [1024, 0, bits]],
    [0x00_28_30_03, 'LO', `CURVE ${bits}`],
    [0x00_28_30_06, 'US', Array.from({ length: 1024 }, (_, at) => Math.round(toValue(at)))],
  ]
  const voi: NewElement[] = [
    [0x00_28_10_50, 'DS', '300\\612.5'],
    [0x00_28_10_51, 'DS', '777\\2'],
    [
      0x00_28_30_10,
      'SQ',
      [
        createTable(12, (at) => (at * at) / 256),
        createTable(8, (at) => 255 - Math.floor(at / 4)),
        createTable(16, (at) => 65_535 * Math.sqrt(at / 1023)),
      ],
    ],
  ]
  const modality: NewElement = [
    0x00_28_30_00,
    'SQ',
    [
      [
        [0x00_28_30_02, 'US', [1024, 0, 10]],
        [0x00_28_30_04, 'LO', 'US'],
        [0x00_28_30_06, 'US', Array.from({ length: 1024 }, (_, at) => 1023 - at)],
      ],
    ],
  ]
  const shape = (name: string): NewElement => [0x20_50_00_20, 'CS', name]
  const window = (name: string): NewElement => [0x00_28_10_56, 'CS', name]
  test.each([
    ['linear windows', 'MONOCHROME2', [window('LINEAR')]],
    ['sigmoid windows', 'MONOCHROME2', [window('SIGMOID')]],
    ['an inverse presentation LUT shape', 'MONOCHROME1', [shape('INVERSE')]],
    ['a modality LUT', 'MONOCHROME2', [modality]],
  ] as const)('grey levels equal dcmtk with %s', async (_, photometric, more) => {
    // Every value once.
    const pixels = Array.from({ length: 1024 }, (_, at) => at)
    const bytes = createImageFile(
      { columns: 32, rows: 32, bitsStored: 10, photometric, more: [...voi, ...more] },
      pixels,
    )
    const differences = await compareWays(bytes, 'dcm2pnm')
    expect(Object.keys(differences)).toHaveLength(5)
    const wrong = Object.entries(differences).filter(([, most]) => most > 1)
    expect(wrong).toEqual([])
  })
})

test('an exact linear window follows PS3.3 C.11.2.1.3.2, which dcmtk does not know', async () => {
  const bytes = createImageFile(
    {
      columns: 4,
      rows: 1,
      bitsStored: 10,
      more: [
        [0x00_28_10_50, 'DS', '500'],
        [0x00_28_10_51, 'DS', '200'],
        [0x00_28_10_56, 'CS', 'LINEAR_EXACT'],
      ],
    },
    [400, 500, 550, 600],
  )
  const { rendered } = await renderPlainFrame(readDicom(bytes))
  expect([...rendered.data]).toEqual([0, 128, 191, 255])
})
