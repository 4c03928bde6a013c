import { describe, expect, test } from 'vitest'
import { toDicomJson } from '../json/dicom-json.ts'
import { readDicom } from '../read/read-dicom.ts'
import { buildFile, grey16, plainState, radiograph } from '../testing/build-inputs.ts'
import { runDciodvfy, dciodvfyNote, hasDciodvfy } from '../testing/dciodvfy.ts'
import {
  dcmtkNote,
  computeMaxDifference,
  hasDcmtk,
  renderStateWithDcmtk,
} from '../testing/dcmtk.ts'
import { renderDicom } from '../render/render.ts'
import { createImageFile } from '../testing/synthetic-file.ts'
import type { NewElement } from '../testing/synthetic-file.ts'
import { hasSamples, listSamples, readSample, samplesNote } from '../testing/test-data.ts'
import { isPresentable, createPresentationState } from './presentation-state.ts'
import type { PresentationStateInput } from './presentation-state.ts'
import { createDigitalXRay } from './radiograph.ts'

const toJson = (bytes: Uint8Array) => toDicomJson(readDicom(bytes).dataSet)
const ours = toJson(buildFile(createDigitalXRay(radiograph), grey16))
const plain: PresentationStateInput = { ...plainState, image: ours }
const drawn: Partial<PresentationStateInput> = {
  marks: [
    { kind: 'line', from: { x: 0.5, y: 1 }, to: { x: 5, y: 3.25 } },
    { kind: 'arrow', from: { x: 0, y: 0 }, to: { x: 5, y: 0 } },
    { kind: 'rectangle', from: { x: 1, y: 1 }, to: { x: 4, y: 3 } },
    { kind: 'ellipse', centre: { x: 3, y: 2 }, radiusX: 1, radiusY: 2 },
    { kind: 'ellipse', centre: { x: 3, y: 2 }, radiusX: 1.5, radiusY: 1.5 },
    {
      kind: 'path',
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 2 },
        { x: 3, y: 1 },
      ],
    },
    { kind: 'cross', at: { x: 2, y: 2 } },
  ],
  texts: [{ text: 'VHS 10,3\nœdème', at: { x: 1, y: 1 } }],
}
/** Writes a presentation state to a file and reads it again. */
const read = (change: Partial<PresentationStateInput> = {}) =>
  readDicom(buildFile(createPresentationState({ ...plain, ...change }))).dataSet

describe.runIf(hasDciodvfy)(`validation by dciodvfy${dciodvfyNote}`, () => {
  test('dciodvfy reports no errors in presentation states', async () => {
    const foreign = toJson(
      createImageFile({ columns: 4, rows: 2, photometric: 'MONOCHROME1' }, [1, 2]),
    )
    const loop = {
      ...toJson(createImageFile({ columns: 4, rows: 2, frames: 3 }, Array<number>(24).fill(1))),
      '00080016': { vr: 'UI', Value: ['1.2.840.10008.5.1.4.1.1.3.1'] },
    }
    const states: Record<string, Partial<PresentationStateInput>> = {
      plain: {},
      drawn,
      turned: { rotation: 90, hflip: true, isInverted: true, window: { center: 100.5, width: 30 } },
      mirrored: { vflip: true, area: { start: { x: 3, y: 4 }, end: { x: 1, y: 1 } } },
      foreign: { ...drawn, image: foreign },
      loop: { ...drawn, image: loop, frame: 2 },
    }
    const files = Object.entries(states).map(
      ([name, change]) =>
        [name, buildFile(createPresentationState({ ...plain, ...change }))] as const,
    )
    const faults: string[] = []
    for (const [name, lines] of await runDciodvfy(new Map(files))) {
      expect(lines.join('\n')).toContain('GrayscaleSoftcopyPresentationState')
      faults.push(...lines.filter((line) => line.startsWith('Error')).map((line) => name + line))
    }
    expect(faults).toEqual([])
  })
})

describe.runIf(hasDciodvfy && hasSamples)(
  `validation of states of received images${dciodvfyNote}${samplesNote}`,
  () => {
    test('dciodvfy reports no errors in presentation states of received animals', async () => {
      const files = listSamples('radiographs/vet')
        .filter((path) => path.endsWith('.dcm'))
        .map((path) => [path, toJson(readSample(path))] as const)
        .filter(([, image]) => isPresentable({ image, window: { center: 1, width: 2 } }))
        .map(
          ([path, image]) =>
            [
              path,
              buildFile(createPresentationState({ ...plain, ...drawn, image, rotation: 90 })),
            ] as const,
        )
      expect(files.length).toBeGreaterThan(3)
      const faults: string[] = []
      for (const [name, lines] of await runDciodvfy(new Map(files)))
        faults.push(...lines.filter((line) => line.startsWith('Error')).map((line) => name + line))
      expect(faults).toEqual([])
    })
  },
)

test('dates and ages that other programs refuse are corrected or left empty', () => {
  const text = (vr: string, value: string) => ({ vr, Value: [value] })
  const state = read({
    image: {
      ...ours,
      '00080020': text('DA', '1999.03.10'),
      '00080030': text('TM', '12:16:24'),
      '00100030': text('DA', 'unknown, before 2010'),
      '00101010': text('AS', '22Y'),
    },
  })
  expect([0x00_08_00_20, 0x00_08_00_30, 0x00_10_00_30].map((tag) => state.code(tag))).toEqual([
    '19990310',
    '121624',
    '',
  ])
  expect(state.element(0x00_10_10_10)).toBeUndefined()
})

test('a presentation state has the patient and study of its image and references it', () => {
  const dataSet = read()
  const image = readDicom(buildFile(createDigitalXRay(radiograph), grey16)).dataSet
  for (const tag of [0x00_10_00_10, 0x00_10_00_20, 0x00_10_22_97])
    expect(dataSet.text(tag)).toBe(image.text(tag))
  expect(dataSet.item(0x00_10_22_93)?.text(0x00_08_01_04)).toBe(
    image.item(0x00_10_22_93)?.text(0x00_08_01_04),
  )
  expect([dataSet.code(0x00_20_00_0d), dataSet.code(0x00_20_00_0e)]).toEqual(['2.25.10', '2.25.20'])
  const series = dataSet.item(0x00_08_11_15)
  expect(series?.code(0x00_20_00_0e)).toBe('2.25.11')
  expect(series?.item(0x00_08_11_40)?.code(0x00_08_11_55)).toBe('2.25.12')
})

/** The standard first rotates an image clockwise, then flips it. */
describe('rotation and flips of a presentation state', () => {
  const transformations = ([0, 90, 180, 270] as const).flatMap((rotation) =>
    [false, true].flatMap((hflip) => [false, true].map((vflip) => ({ rotation, hflip, vflip }))),
  )
  const turn = ([x, y]: readonly [number, number], degrees: number): [number, number] =>
    degrees === 0 ? [x, y] : turn([-y, x], degrees - 90)
  const corners = [-1, 1].flatMap((x) => [-1, 1].map((y) => [x, y] as const))

  test.each(transformations)(
    'a presentation state shows an image rotated and flipped by %o',
    ({ rotation, hflip, vflip }) => {
      const dataSet = read({ rotation, hflip, vflip })
      const imageRotation = dataSet.word(0x00_70_00_42) ?? 0
      const isFlipped = dataSet.code(0x00_70_00_41) === 'Y'
      for (const [x, y] of corners) {
        const expected = turn([hflip ? -x : x, vflip ? -y : y], rotation)
        const [right, down] = turn([x, y], imageRotation)
        expect([isFlipped ? -right : right, down].map((one) => one + 0)).toEqual(
          expected.map((one) => one + 0),
        )
        if (expected[0] !== -1 || expected[1] !== -1) continue
        const area = dataSet.item(0x00_70_00_5a)
        const words = new Int32Array(
          area?.bytes(0x00_70_00_52)?.slice().buffer ?? new ArrayBuffer(),
        )
        expect([...words]).toEqual([x === -1 ? 1 : 6, y === -1 ? 1 : 4])
      }
    },
  )
})

describe.runIf(hasDcmtk)(`comparison with dcmtk${dcmtkNote}`, () => {
  const [columns, rows] = [6, 4]
  const values = Array.from({ length: columns * rows }, (_, at) => at * 150)
  const spacing: NewElement = [0x00_28_00_30, 'DS', '1\\1']
  const bytes = createImageFile({ columns, rows, bitsStored: 12, more: [spacing] }, values)
  const window = { center: 1800, width: 3600 }

  test.each([
    { rotation: 0, hflip: false, vflip: true, isInverted: true },
    { rotation: 90, hflip: false, vflip: false, isInverted: false },
    { rotation: 90, hflip: true, vflip: false, isInverted: false },
    { rotation: 270, hflip: false, vflip: true, isInverted: false },
    { rotation: 180, hflip: true, vflip: true, isInverted: true },
  ] as const)('dcmtk renders a presentation state like our renderer: %o', async (view) => {
    const state = createPresentationState({ ...plain, ...view, image: toJson(bytes), window })
    const presented = renderStateWithDcmtk(bytes, buildFile(state))
    const { isInverted } = view
    const { data } = await renderDicom(bytes, {
      isInverted,
      window: { ...window, function: 'LINEAR' },
    })
    let lines = Array.from({ length: rows }, (_, row) => [
      ...data.subarray(row * columns, (row + 1) * columns),
    ])
    if (view.hflip) lines = lines.map((line) => line.toReversed())
    if (view.vflip) lines = lines.toReversed()
    for (let angle = 0; angle < view.rotation; angle += 90) {
      const before = lines.toReversed()
      lines = (before[0] ?? []).map((_, column) => before.map((line) => line[column] ?? 0))
    }
    const expected = {
      width: lines[0]?.length ?? 0,
      height: lines.length,
      channels: 1 as const,
      data: Uint8Array.from(lines.flat()),
    }
    expect(computeMaxDifference(presented, expected)).toBeLessThanOrEqual(1)
  })
})

test('a presentation state references a frame only of a multi-frame image', () => {
  const loop = toJson(createImageFile({ columns: 2, rows: 1, frames: 3 }, [1, 2, 3, 4, 5, 6]))
  const readFrameNumber = (change: Partial<PresentationStateInput>) =>
    read(change).item(0x00_08_11_15)?.item(0x00_08_11_40)?.number(0x00_08_11_60)
  expect(readFrameNumber({ image: loop, frame: 1 })).toBe(1)
  expect(readFrameNumber({ image: loop, frame: 3 })).toBe(3)
  expect(readFrameNumber({ frame: 1 })).toBeUndefined()
})

test('a presentation state has the chosen window or that of the file, and the LUT shape', () => {
  const voi = (change: Partial<PresentationStateInput>) => {
    const item = read(change).item(0x00_28_31_10)
    return [item?.number(0x00_28_10_50), item?.number(0x00_28_10_51)]
  }
  expect(voi({ window: { center: 12.5, width: 7 } })).toEqual([12.5, 7])
  expect(voi({})).toEqual([8192, 16_384])
  const shape = (change: Partial<PresentationStateInput>) => read(change).code(0x20_50_00_20)
  expect([shape({}), shape({ isInverted: true })]).toEqual(['IDENTITY', 'INVERSE'])
  const image = toJson(createImageFile({ columns: 2, rows: 1, photometric: 'MONOCHROME1' }, [1, 2]))
  expect([shape({ image }), shape({ image, isInverted: true })]).toEqual(['INVERSE', 'IDENTITY'])
})

test('an image in colour or with a LUT that cannot be copied is not presentable', () => {
  const colour = { columns: 2, rows: 1, samples: 3, photometric: 'RGB', bitsAllocated: 8 }
  expect(isPresentable({ image: ours, window: null })).toBe(true)
  expect(
    isPresentable({ image: toJson(createImageFile(colour, new Uint8Array(6))), window: null }),
  ).toBe(false)
  const table = (tag: number) =>
    toJson(
      createImageFile(
        { columns: 2, rows: 1, more: [[tag, 'SQ', [[[0x00_28_30_03, 'LO', 'x']]]]] },
        [1, 2],
      ),
    )
  const window = { center: 1, width: 2 }
  expect(isPresentable({ image: table(0x00_28_30_00), window })).toBe(false)
  expect(isPresentable({ image: table(0x00_28_30_10), window })).toBe(true)
  expect(isPresentable({ image: table(0x00_28_30_10), window: null })).toBe(false)
})
